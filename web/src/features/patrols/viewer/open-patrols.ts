import type { OpenPatrol, PresenceState } from '@tenfour/contract'
import { hasMissed, type RoomDelta, type RoomHandlers } from '../../../platform/realtime/rooms.ts'

export type OpenPatrols = ReadonlyMap<number, OpenPatrol>

export const openPatrolsOf = (open: readonly OpenPatrol[]): OpenPatrols => new Map(open.map((patrol) => [patrol.patrolId, patrol]))

export function applyDelta(open: OpenPatrols, delta: RoomDelta<'patrols'>): OpenPatrols {
  if (delta.event === 'patrol.saved') return new Map(open).set(delta.payload.patrolId, delta.payload)
  if (delta.event !== 'patrol.left' || !open.has(delta.payload.patrolId)) return open
  const next = new Map(open)
  next.delete(delta.payload.patrolId)
  return next
}

type Deps = {
  readonly onChange: (open: OpenPatrols) => void
  /** Totals, lists and reviews, at once or with what else happens in the next seconds. */
  readonly refresh: () => void
  readonly refreshSoon: () => void
}

/** Follows the patrols of one room, and says when totals, lists and reviews have to be fetched again. */
export function followRoom({ onChange, refresh, refreshSoon }: Deps): RoomHandlers<'patrols'> {
  let open: OpenPatrols | undefined
  const show = (next: OpenPatrols) => {
    open = next
    onChange(next)
  }
  return {
    onSnapshot: (snapshot, position) => {
      if (hasMissed(position)) refresh()
      show(openPatrolsOf(snapshot.open))
    },
    onDelta: (delta) => {
      if (delta.event === 'review.changed') return refresh()
      const before: OpenPatrols = open ?? new Map()
      // The end of a member's last patrol is sent again with each of their changes.
      if (delta.event === 'patrol.left' && before.has(delta.payload.patrolId)) refreshSoon()
      show(applyDelta(before, delta))
    },
  }
}

/** The patrols of one department or of all, by name of the member. */
export const listOpen = (rooms: Iterable<OpenPatrols>, departmentId: number | undefined): OpenPatrol[] =>
  [...rooms]
    .flatMap((room) => [...room.values()])
    .filter((patrol) => departmentId === undefined || patrol.departmentId === departmentId)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.patrolId - b.patrolId)

const PRESENCE_WORDS: Readonly<Record<PresenceState, string>> = { moving: 'seen moving', idle: 'idle', away: 'not in game' }

/** '14 seen moving, 3 idle, 2 not in game'; members that no game server looks for are not counted. */
export function presenceSummary(open: readonly Pick<OpenPatrol, 'presence'>[]): string {
  const count = (state: PresenceState) => open.filter(({ presence }) => presence === state).length
  const states: readonly PresenceState[] = ['moving', 'idle', 'away']
  return states
    .filter((state) => count(state) > 0)
    .map((state) => `${count(state)} ${PRESENCE_WORDS[state]}`)
    .join(', ')
}
