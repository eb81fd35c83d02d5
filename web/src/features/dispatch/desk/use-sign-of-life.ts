import { heard } from '@tenfour/contract'
import { useEffect, useRef } from 'react'
import { call } from '../../../platform/api/client.ts'
import { log } from '../../../platform/log/log.ts'
import { createSignOfLife } from './heard.ts'

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
