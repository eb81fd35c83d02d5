import { roomKey, type RoomEvents, type RoomName, type RoomParams } from '@tenfour/contract'
import { sql } from 'kysely'
import { complainOf } from '../log/say.ts'
import type { Db, Tx } from './database.ts'

/** Sends an event to a room. Only called after commit. */
export type Publish = <N extends RoomName, E extends keyof RoomEvents<N> & string>(
  room: N,
  params: RoomParams<N>,
  seq: number,
  event: E,
  payload: RoomEvents<N>[E],
) => void

/**
 * Sends a change to a room. The room's sequence number advances in the transaction, so that clients can tell whether they have seen
 * everything in the database. The event is published after commit, and not at all after a rollback.
 */
export type Emit = <N extends RoomName, E extends keyof RoomEvents<N> & string>(
  room: N,
  params: RoomParams<N>,
  event: E,
  payload: RoomEvents<N>[E],
) => Promise<void>

/** The event that `emit` would send, to be sent together with others. */
export type Change = { readonly key: string; readonly send: (publish: Publish, seq: number) => void }
export const changeIn = <N extends RoomName, E extends keyof RoomEvents<N> & string>(
  room: N,
  params: RoomParams<N>,
  event: E,
  payload: RoomEvents<N>[E],
): Change => ({ key: roomKey(room, params), send: (publish, seq) => publish(room, params, seq, event, payload) })
/** Emits several changes with one statement, however many rooms they are in. Events are published in the given order. */
export type EmitAll = (changes: readonly Change[]) => Promise<void>

/** Runs after commit, and not at all after a rollback. */
export type AfterCommit = (callback: () => unknown) => void

export async function inTransaction<T>(
  db: Db,
  publish: Publish,
  work: (tx: Tx, emit: Emit, after: AfterCommit, emitAll: EmitAll) => Promise<T>,
): Promise<T> {
  const afterCommit: (() => unknown)[] = []
  const result = await db.transaction().execute((tx) =>
    work(
      tx,
      async (room, params, event, payload) => {
        const seq = await advanceStream(tx, room, params)
        afterCommit.push(() => publish(room, params, seq, event, payload))
      },
      (callback) => void afterCommit.push(callback),
      async (changes) => void afterCommit.push(...(await numbered(tx, publish, changes))),
    ),
  )
  runAfterCommit(afterCommit)
  return result
}

/** Adds the next number of its room to each change. */
async function numbered(tx: Tx, publish: Publish, changes: readonly Change[]): Promise<(() => void)[]> {
  if (changes.length === 0) return []
  const counts = new Map<string, number>()
  for (const { key } of changes) counts.set(key, (counts.get(key) ?? 0) + 1)
  const reached = await advanceStreams(tx, counts)
  const last = new Map([...counts].map(([key, count]) => [key, (reached.get(key) ?? 0) - count]))
  return changes.map(({ key, send }) => {
    const seq = (last.get(key) ?? 0) + 1
    last.set(key, seq)
    return () => send(publish, seq)
  })
}

/** The transaction is already committed, so failures here are only reported and the remaining steps still run. */
export function runAfterCommit(steps: readonly (() => unknown)[]): void {
  for (const step of steps) {
    try {
      const done = step()
      if (done instanceof Promise) done.catch(complainOf)
    } catch (error) {
      complainOf(error)
    }
  }
}

/**
 * Advances a room without an event: its members notice at the next heartbeat and ask for the snapshot. For changes too rare and too wide
 * for a delta.
 */
export async function advanceStream<N extends RoomName>(tx: Tx, room: N, params: RoomParams<N>): Promise<number> {
  const key = roomKey(room, params)
  const { rows } = await sql<{ seq: number }>`
    insert into streams (key, seq) values (${key}, 1)
    on conflict (key) do update set seq = streams.seq + 1
    returning seq`.execute(tx)
  return rows[0]?.seq ?? 0
}

/**
 * Sorts ids by their value, the order in which other transactions advance the rooms of several members, so that no two wait for each other.
 */
const byKey = new Intl.Collator('en', { numeric: true }).compare

/** Advances several streams, each by a count, in one statement and in the order of their keys. Returns the new number of each. */
export async function advanceStreams(tx: Tx, counts: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
  const ordered = [...counts].toSorted(([a], [b]) => byKey(a, b))
  const { rows } = await sql<{ key: string; seq: number }>`
    insert into streams (key, seq)
    select * from unnest(${ordered.map(([key]) => key)}::text[], ${ordered.map(([, count]) => count)}::integer[])
    on conflict (key) do update set seq = streams.seq + excluded.seq
    returning key, seq`.execute(tx)
  return new Map(rows.map(({ key, seq }) => [key, seq]))
}
