import type { RoomEvents, RoomName, RoomParams } from '@tenfour/contract'
import { sql } from 'kysely'
import { complainOf } from '../log/say.ts'
import type { Db, Tx } from './database.ts'

/** What leaves after commit. */
export type Publish = <N extends RoomName, E extends keyof RoomEvents<N> & string>(
  room: N,
  params: RoomParams<N>,
  seq: number,
  event: E,
  payload: RoomEvents<N>[E],
) => void

/**
 * Tells a shared room what changed. The room's sequence number is advanced in the transaction, so that a client can tell from it whether
 * it has seen everything the database holds; the event leaves once the change is committed, and not at all if it is rolled back.
 */
export type Emit = <N extends RoomName, E extends keyof RoomEvents<N> & string>(
  room: N,
  params: RoomParams<N>,
  key: string,
  event: E,
  payload: RoomEvents<N>[E],
) => Promise<void>

/** Done once the change is committed, and not at all if it is rolled back. */
export type AfterCommit = (leave: () => unknown) => void

export async function inTransaction<T>(db: Db, publish: Publish, work: (tx: Tx, emit: Emit, after: AfterCommit) => Promise<T>): Promise<T> {
  const afterCommit: (() => unknown)[] = []
  const result = await db.transaction().execute((tx) =>
    work(
      tx,
      async (room, params, key, event, payload) => {
        const seq = await advanceStream(tx, key)
        afterCommit.push(() => publish(room, params, seq, event, payload))
      },
      (leave) => void afterCommit.push(leave),
    ),
  )
  runAfterCommit(afterCommit)
  return result
}

/** What is committed has happened, whatever becomes of these: one that fails is reported, and the others are still run. */
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

async function advanceStream(tx: Tx, key: string): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    insert into streams (key, seq) values (${key}, 1)
    on conflict (key) do update set seq = streams.seq + 1
    returning seq`.execute(tx)
  return rows[0]?.seq ?? 0
}
