import { UNIT_TYPE, type RosterEntry } from '@tenfour/contract'
import type { Driver } from '../../../map/engine/world.ts'
import type { KnownUnit } from '../../../map/engine/looks.ts'
import type { Player } from './player.ts'
import { callIdAt, dutyAt, type ReplayMember, type Timeline } from './timeline.ts'
import { placeAt, trailTo, type Placed } from './tracks.ts'

const TRAIL_MS = 5 * 60_000

/** Members are drawn in the slot of their own number. */
export const rosterOf = ({ members }: Timeline): ReadonlyMap<number, RosterEntry> =>
  new Map(members.map(({ userId, name }) => [userId, { slot: userId, userId, name, identifier: '', unitClass: null }]))

/** Everyone on duty at this moment, as they were then. */
export function unitsAt(members: readonly ReplayMember[], moment: number): ReadonlyMap<number, KnownUnit> {
  return new Map(
    members.flatMap((member) => {
      const duty = dutyAt(member, moment)
      if (!duty) return []
      const { unitClass, identifier, status } = duty
      const known: KnownUnit = {
        unitClass,
        identifier,
        status,
        name: member.name,
        type: UNIT_TYPE.Patrol,
        callId: callIdAt(member, moment),
      }
      return [[member.userId, known] as const]
    }),
  )
}

/** Changes exactly when `unitsAt` would give something else. */
export const unitsKey = (members: readonly ReplayMember[], moment: number): string =>
  members
    .map((member) => {
      const duty = dutyAt(member, moment)
      return duty ? `${duty.status}${duty.identifier}/${callIdAt(member, moment)}` : ''
    })
    .join()

/** Moves those who are shown along their tracks. `isShown` may change from frame to frame. */
export function createReplayDriver(player: Player, isShown: (userId: number) => boolean): Driver {
  const { members } = player.timeline
  const place: Placed = { x: 0, y: 0, heading: 0 }
  return {
    frame: (now, { put, remove }) => {
      const isPlaying = player.frame(now)
      const at = player.at()
      const tracks = player.tracks()
      for (const member of members) {
        const { userId } = member
        if (isShown(userId) && dutyAt(member, at) && placeAt(tracks, userId, at, place)) put(userId, place.x, place.y, place.heading)
        else remove(userId)
      }
      return isPlaying
    },
    trailOf: (slot) => trailTo(player.tracks(), slot, player.at(), TRAIL_MS),
  }
}
