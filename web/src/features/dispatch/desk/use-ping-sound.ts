import type { Ping } from '@tenfour/contract'
import { useEffect } from 'react'
import { playSound } from '../../../platform/sounds/sounds.ts'

const AGAIN_AFTER_MS = 30_000
const TIMES = 3

/** Plays a sound for every new ping, repeated a limited number of times while it is unanswered. */
export function usePingSound(pings: readonly Ping[]): void {
  const newest = pings.at(-1)?.pingId
  useEffect(() => {
    if (newest === undefined) return
    playSound('pingUnit')
    let played = 1
    const timer = setInterval(() => {
      playSound('pingUnit')
      played += 1
      if (played >= TIMES) clearInterval(timer)
    }, AGAIN_AFTER_MS)
    return () => clearInterval(timer)
  }, [newest])
}
