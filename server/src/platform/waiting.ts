import type { AccessRule, FeatureSwitch, RoomEvents, RoomName, RoomParams } from '@tenfour/contract'
import type { RawBuilder } from 'kysely'
import type { Actor } from './auth/actor.ts'
import type { Db } from './database/database.ts'

/** A member with a list 'Waiting for you'. */
export type WaitingMember = Pick<Actor, 'userId' | 'user' | 'subject'>

/**
 * One kind of thing of a feature that waits for members: whom it may wait for, how many wait, the words for them, and where they are handled. A
 * count has only what the member may see and may decide on at that page.
 */
export type Waiting = {
  readonly id: string
  readonly access: AccessRule
  /** Not listed while this is switched off. */
  readonly featureSwitch?: FeatureSwitch
  /** Events that may change the count. */
  readonly changedBy: readonly ChangedBy[]
  /** Counts for several members at once. A member with a count of 0 may be left out. */
  readonly count: (db: Db, members: readonly WaitingMember[]) => Promise<ReadonlyMap<number, number>>
  readonly words: (count: number) => string
  readonly path: string | ((member: WaitingMember) => string)
  /** The member began it, and is sent no message about it. */
  readonly isOwnDoing?: true
}

/** Events of a room. With `isOwn` they concern only the member whose room it is, and changes of the room without an event are noticed too. */
export type ChangedBy = { readonly room: RoomName; readonly isOwn: boolean; readonly events: readonly string[] | null }

/** In place of a member: the stream of the room `waiting` that advances when something without a room of its own changes for everyone. */
export const EVERYONE = 0

type OwnRoom = { [N in RoomName]: RoomParams<N> extends { userId: number } ? N : never }[RoomName]
/** Any change of the member's own room of this name. */
export const ownRoom = (room: OwnRoom): ChangedBy => ({ room, isOwn: true, events: null })
/** These events in any room of this name. */
export const anyRoom = <N extends RoomName>(room: N, ...events: (keyof RoomEvents<N> & string)[]): ChangedBy => ({
  room,
  isOwn: false,
  events,
})

/** Counts the rows that belong to each member, with one query for all of them. */
export const byMember =
  (query: (userIds: readonly number[]) => RawBuilder<{ userId: number; count: number }>): Waiting['count'] =>
  async (db, members) => {
    const { rows } = await query(members.map(({ userId }) => userId)).execute(db)
    return new Map(rows.map(({ userId, count }) => [userId, count]))
  }

/** Counts the rows that members decide on: groups of rows, read once for all members, of which each member is concerned with some. */
export const amongThose =
  <Row extends { readonly count: number }>(
    query: () => RawBuilder<Row>,
    concerns: (member: WaitingMember, row: Row) => boolean,
  ): Waiting['count'] =>
  async (db, members) => {
    const { rows } = await query().execute(db)
    const sumFor = (member: WaitingMember) => rows.reduce((sum, row) => (concerns(member, row) ? sum + row.count : sum), 0)
    return new Map(members.map((member) => [member.userId, sumFor(member)]))
  }

/** Counts for one member after the other, where each needs a query of their own: only for the few who decide. */
export const oneByOne =
  (countFor: (db: Db, member: WaitingMember) => Promise<number>): Waiting['count'] =>
  async (db, members) => {
    const counts = new Map<number, number>()
    for (const member of members) counts.set(member.userId, await countFor(db, member))
    return counts
  }

/** '1 unpaid fine', '3 unpaid fines' */
export const counted =
  (one: string, many = `${one}s`) =>
  (count: number): string =>
    `${count.toLocaleString('en')} ${count === 1 ? one : many}`
