import { heard, type Ping } from '@tenfour/contract'
import { useEffect, useRef } from 'react'
import { call } from '../../../platform/api/client.ts'
import { log } from '../../../platform/log/log.ts'
import { playSound } from '../../../platform/sounds/sounds.ts'

const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** Periodically tells the portal that the user is active, so that an idle unit is not taken for an abandoned one. */
export function useSignOfLife(userId: number | null, isAsked: boolean): void {
  const asked = useRef(isAsked)
  useEffect(() => {
    asked.current = isAsked
  }, [isAsked])
  useEffect(() => {
    if (userId === null) return
    const send = () =>
      void call(heard, { params: { userId }, quiet: true }).catch((error: unknown) =>
        log.warning('The portal could not be told that someone is here', error),
      )
    const onInput = createSignOfLife(send, () => asked.current)
    const until = new AbortController()
    for (const input of INPUTS) window.addEventListener(input, onInput, { capture: true, passive: true, signal: until.signal })
    return () => until.abort()
  }, [userId])
}

/** The minimum interval between signs of life. */
export const SIGN_OF_LIFE_INTERVAL_MS = 5 * 60_000

/** Reports user input, throttled. Not sent while `isHeld`: a pinged user has to answer the ping instead. */
export function createSignOfLife(send: () => void, isHeld: () => boolean, now: () => number = Date.now) {
  let last = -Infinity
  return () => {
    if (isHeld() || now() - last < SIGN_OF_LIFE_INTERVAL_MS) return
    last = now()
    send()
  }
}

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

export const PING_MARK = '● '

/** Puts a mark before the window's title, so that it is noticed from another tab. */
export function useTitleMark(mark: string | null): void {
  useEffect(() => {
    if (mark === null) return
    const put = () => {
      if (!document.title.startsWith(mark)) document.title = mark + document.title
    }
    put()
    // Navigating to another page resets the title.
    const title = document.querySelector('title')
    const watch = new MutationObserver(put)
    if (title) watch.observe(title, { childList: true })
    return () => {
      watch.disconnect()
      if (document.title.startsWith(mark)) document.title = document.title.slice(mark.length)
    }
  }, [mark])
}
