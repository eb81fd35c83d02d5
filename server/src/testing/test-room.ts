import { roomKey, type Delta, type RoomName, type RoomSnapshot } from '@tenfour/contract'
import { joinRoom, until, type TestPortal, type TestSocket } from './test-portal.ts'

export type Watched<N extends RoomName> = {
  readonly socket: TestSocket
  readonly snapshot: RoomSnapshot<N>
  /** Deltas since the snapshot, by their sequence number. A repeated number fails at once, a missing one when it is waited for. */
  readonly deltas: Delta[]
  /** Resolves once caught up with the database; returns and clears the deltas. */
  readonly received: () => Promise<{ event: string; payload: unknown }[]>
}

/** Joins a room that has a row in the streams table, and collects its deltas. */
export async function watchRoom<N extends RoomName>(
  t: TestPortal,
  token: string,
  room: N,
  params: Record<string, number>,
): Promise<Watched<N>> {
  const socket = await t.connect(token)
  const key = roomKey(room, params)
  const deltas: Delta[] = []
  // Two transactions commit in the order of their numbers, but the second may be published first, and either before the snapshot arrives.
  const early = new Map<number, Delta>()
  let seq: number | undefined
  let snapshotSeq = -1
  const takeInOrder = () => {
    for (let next = seq === undefined ? undefined : early.get(seq + 1); next; next = early.get(next.seq + 1)) {
      early.delete(next.seq)
      seq = next.seq
      deltas.push(next)
    }
  }
  socket.on('delta', (delta) => {
    // The delta was in the snapshot already, though it was published later.
    if (delta.key !== key || delta.seq <= snapshotSeq) return
    if ((seq !== undefined && delta.seq <= seq) || early.has(delta.seq)) throw new Error(`${key}: ${delta.seq} came twice`)
    early.set(delta.seq, delta)
    takeInOrder()
  })
  const reply = await joinRoom(socket, room, params)
  if (!reply.ok) throw new Error(reply.message)
  for (const known of early.keys()) if (known <= reply.seq) early.delete(known)
  seq = snapshotSeq = reply.seq
  takeInOrder()
  const received = async () => {
    await until(`${key} caught up`, async () => {
      const row = await t.db.selectFrom('streams').select('seq').where('key', '=', key).executeTakeFirst()
      return seq === Number(row?.seq ?? 0)
    })
    return deltas.splice(0).map(({ event, payload }) => ({ event, payload }))
  }
  return { socket, snapshot: reply.snapshot as RoomSnapshot<N>, deltas, received }
}
