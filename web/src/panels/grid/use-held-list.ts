import { useEffect, useRef, useState } from 'react'
import { heldOrder, isSameOrder } from './held-order.ts'

/** Someone who has not moved for this long is reading, not aiming. */
const IDLE_MS = 4000

type Options = {
  /** What a held list shows of what is wanted now; unless told otherwise, what it had, and below that what is new. */
  readonly held?: (shown: readonly number[], wanted: readonly number[]) => readonly number[]
  readonly idleMs?: number
}

/**
 * The rows to show of `wanted`: as they are wanted while nobody is at the list, and in their place while someone is, so that no click or
 * key lands on another row than was aimed at. `of` names what is listed: a change of it is made at once, since it was asked for.
 */
export function useHeldList(wanted: readonly number[], of: string, { held = heldOrder, idleMs = IDLE_MS }: Options = {}) {
  /** While the list is held, how many rows it had at first. */
  const [heldFrom, setHeldFrom] = useState<number | null>(null)
  const [shown, setShown] = useState({ order: wanted, of })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const isHeld = heldFrom !== null && shown.of === of
  const next = isHeld ? held(shown.order, wanted) : wanted
  const isSame = shown.of === of && isSameOrder(next, shown.order)
  if (!isSame) setShown({ order: next, of })
  const order = isSame ? shown.order : next

  const letGo = () => {
    clearTimeout(timer.current)
    setHeldFrom(null)
  }
  return {
    order,
    /** How many rows have come since that will stand elsewhere once the list is let go. */
    added: isHeld && !isSameOrder(order, wanted) ? order.length - heldFrom : 0,
    /** Someone points at the list or types in it. */
    hold: () => {
      if (heldFrom === null) setHeldFrom(order.length)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setHeldFrom(null), idleMs)
    },
    letGo,
  }
}
