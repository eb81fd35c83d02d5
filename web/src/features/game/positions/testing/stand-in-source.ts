import type { RosterEntry } from '@tenfour/contract'
import { vi } from 'vitest'
import type { PositionsHandlers, PositionsSource } from '../positions-source.ts'

/** A source controlled by a test. */
export function standInSource() {
  let handlers: PositionsHandlers | undefined
  const stopped = vi.fn()
  const follow = vi.fn((given: PositionsHandlers) => {
    handlers = given
    return () => {
      handlers = undefined
      stopped()
    }
  })
  const source: PositionsSource = { follow, trails: () => Promise.resolve([]) }
  const frame = (changed: Readonly<Record<number, number>>, gone: readonly number[] = []) =>
    handlers?.onFrame({
      changed: Object.entries(changed).map(([slot, x]) => [Number(slot), { x, y: 0, heading: 0 }] as const),
      gone,
      at: 1000,
    })
  const roster = (users: Readonly<Record<number, number | null>>) =>
    handlers?.onRoster(new Map(Object.entries(users).map(([slot, userId]) => [Number(slot), entryOf(Number(slot), userId)])))
  return { source, follow, stopped, frame, roster, say: () => handlers }
}

const entryOf = (slot: number, userId: number | null): RosterEntry => ({
  slot,
  userId,
  name: `Member ${slot}`,
  identifier: `4L${slot}`,
  unitClass: 1,
})
