import { useEffect, useRef, useState } from 'react'

/** After this long without input the list is no longer held. */
const IDLE_MS = 4000

type Options = {
  /** The order of a held list; by default, existing rows first and new ones below. */
  readonly held?: (shown: readonly number[], wanted: readonly number[]) => readonly number[]
  readonly idleMs?: number
}

/**
 * The rows to show: `wanted` as it is, or in a fixed order while someone points at or types in the list, so that no click or key hits
 * another row than intended. `of` identifies what is listed: when it changes, the hold is dropped.
 */
export function useHeldList(wanted: readonly number[], of: string, { held = heldOrder, idleMs = IDLE_MS }: Options = {}) {
  /** While the list is held, its initial row count. */
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
    /** How many rows were added during the hold and will move when it ends. */
    added: isHeld && !isSameOrder(order, wanted) ? order.length - heldFrom : 0,
    /** Call on pointer or key input in the list. */
    hold: () => {
      if (heldFrom === null) setHeldFrom(order.length)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setHeldFrom(null), idleMs)
    },
    letGo,
  }
}

/**
 * The rows of a list while it is held. Existing rows keep their places, even when their call is over, so that a click or key never hits
 * another row than intended; new rows are added below.
 */
export function heldOrder(shown: readonly number[], wanted: readonly number[]): readonly number[] {
  const known = new Set(shown)
  const added = wanted.filter((id) => !known.has(id))
  return added.length === 0 ? shown : [...shown, ...added]
}

/** For rows under headings, where nothing can be added below: the order is kept as it is. */
export const keptOrder = (shown: readonly number[]): readonly number[] => shown

export const isSameOrder = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index])

/** The last defined value, for rows that stay on screen a moment longer than their call. */
export function useLastKnown<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
