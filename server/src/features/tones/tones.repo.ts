import { Tone, TONE_MINUTES, type ToneInput } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'

type Author = Tone['by']

/** What sounded on a server lately, the oldest first. */
export async function recentTones(db: Db | Tx, serverId: number): Promise<Tone[]> {
  const rows = await db
    .selectFrom('tones as t')
    .innerJoin('users as u', 'u.id', 't.sounded_by')
    .select(['t.id', 't.classes', 't.message', 't.call_id', 't.at', 'u.id as userId', 'u.name'])
    .where('t.server_id', '=', serverId)
    .where('t.at', '>', sql<Date>`now() - make_interval(mins => ${TONE_MINUTES})`)
    .orderBy('t.id')
    .execute()
  return rows.map(({ id, classes, message, call_id, at, userId, name }) =>
    Tone.parse({ toneId: id, serverId, classes, message, callId: call_id, by: { userId, name }, at: at.toISOString() }),
  )
}

export async function insertTone(tx: Tx, { serverId, classes, message, callId = null }: ToneNow, by: Author, at: string): Promise<Tone> {
  const { id } = await tx
    .insertInto('tones')
    .values({ server_id: serverId, classes, message, call_id: callId, sounded_by: by.userId, at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { toneId: id, serverId, classes, message, callId, by, at }
}
type ToneNow = Omit<ToneInput, 'callId'> & { callId?: number | null | undefined }
