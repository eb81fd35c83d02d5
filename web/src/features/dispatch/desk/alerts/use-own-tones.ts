import type { Tone } from '@tenfour/contract'
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useClock } from '../../../../platform/format/clock.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { boardStore } from '../../board/board.port.ts'
import { tonesFor } from '../desk-store.ts'
import { useAlertHistory } from './alert-history.ts'
import { idOfTone } from './alerts.ts'

/** A tone needs no answer: after this long it is among the earlier alerts. */
export const TONE_SHOWN_MS = 20_000

type Given = {
  readonly isHeld: boolean
  /** Has to put it among the earlier alerts. */
  readonly onFaded: (tone: Tone) => void
}

/** The tones for the user's own class on the open board. */
export function useOwnTones({ isHeld, onFaded }: Given): readonly Tone[] {
  const { userId, duty } = useSignedInUser()
  const unitClass = duty?.unitClass
  const past = useAlertHistory(userId)
  const [openedAt] = useState(Date.now)
  const { subscribe, get } = boardStore()
  const all = useSyncExternalStore(subscribe, () => get().tones)
  const minute = useClock((now) => Math.floor(now / 60_000))
  const tones = useMemo(() => {
    if (unitClass === undefined) return []
    const isPast = (tone: Tone) => past.some(({ id }) => id === idOfTone(tone))
    return tonesFor(all, { userId, unitClass, isPast, openedAt, now: minute * 60_000 })
  }, [all, userId, unitClass, past, openedAt, minute])

  const seenAt = useRef(new Map<number, number>())
  const fade = useEffectEvent(onFaded)
  useEffect(() => {
    const timers = tones.flatMap((tone) => {
      const seen = seenAt.current.get(tone.toneId) ?? Date.now()
      seenAt.current.set(tone.toneId, seen)
      return isHeld ? [] : setTimeout(() => fade(tone), Math.max(0, seen + TONE_SHOWN_MS - Date.now()))
    })
    return () => timers.forEach(clearTimeout)
  }, [tones, isHeld])
  return tones
}
