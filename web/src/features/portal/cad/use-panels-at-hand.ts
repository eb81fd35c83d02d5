import { useEffect } from 'react'
import { fetchAhead } from '../../../platform/load/ahead.ts'
import { onSettled } from '../../../platform/load/settled.ts'
import { log } from '../../../platform/log/log.ts'
import { untilLive } from '../../../platform/realtime/connection.ts'
import type { Panel } from '../../../panels/panel.ts'

/** Leaves time for the desktop itself and the user's first actions. */
const SETTLED_MS = 8000

/**
 * Preloads some panels on the first click or key, once the desktop is drawn, so that they open at once; and all others with their dialogs when
 * the desktop has settled, so that they work during an outage of the portal.
 */
export function usePanelsAtHand(panels: readonly Panel[]): void {
  useEffect(() => {
    const until = new AbortController()
    const inputs = ['pointerdown', 'keydown'] as const
    const stopListening = () => {
      for (const input of inputs) window.removeEventListener(input, touch)
    }
    const preload = () => {
      for (const { id, load } of panels.filter(({ isAtHand }) => isAtHand)) load().catch(warnOf(`The panel ${id}`))
    }
    let stopWaiting = () => {}
    const touch = () => {
      stopListening()
      stopWaiting = onSettled(preload)
    }
    for (const input of inputs) window.addEventListener(input, touch)
    const warn = warnOf('What may be wanted later')
    const onProblem = (error: unknown) => {
      warn(error)
      return untilLive(until.signal)
    }
    const timer = setTimeout(
      () => void fetchAhead({ first: panels.map(({ load }) => load), signal: until.signal, onProblem }).catch(warn),
      SETTLED_MS,
    )
    return () => {
      clearTimeout(timer)
      stopListening()
      stopWaiting()
      until.abort()
    }
  }, [panels])
}

const warnOf = (name: string) => (error: unknown) => log.warning(`${name} could not be fetched ahead`, error)
