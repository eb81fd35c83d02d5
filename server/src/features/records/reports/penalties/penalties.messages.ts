import { PenaltyMessage, reportNumber, type ReportKind } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { enqueue } from '../../../../platform/jobs/jobs.ts'
import { isServed } from './penalties.rows.ts'

/** The job by which the bridge delivers messages to a game server. */
export const penaltyPush = { name: 'penalty-push', payload: z.object({ serverId: z.int() }) } as const

type Row = {
  server_id: number
  kind: ReportKind
  year: number
  number: number
  character_id: number
  external_id: string | null
  name: string
  steam: string | null
  fine: number
  jail_minutes: number
  charges: { code: string; title: string; counts: number }[]
}

/**
 * Writes a message for the game about a report's fine and jail term as they are now, in the transaction that changes them, and enqueues its delivery.
 * A message never changes: the same id always has the same content.
 */
export async function writeMessage(tx: Tx, reportId: number, change: PenaltyMessage['change'], reason = ''): Promise<void> {
  const { rows } = await sql<Row>`
    select r.server_id, r.kind, r.year, r.number, c.id as character_id, c.external_id, c.name, lower(u.steam_id) as steam,
      coalesce(f.amount, 0) as fine,
      case when ${isServed} then ceil(extract(epoch from t.until_at - now()) / 60)::int else 0 end as jail_minutes,
      v.content -> 'charges' as charges
    from reports r join report_revisions v on v.id = r.revision_id
    left join fines f on f.report_id = r.id left join jail_terms t on t.report_id = r.id
    join characters c on c.id = coalesce(f.character_id, t.character_id) left join users u on u.id = c.user_id
    where r.id = ${reportId}`.execute(tx)
  const [row] = rows
  // The game is not told of points alone.
  if (!row) return
  const payload = {
    change,
    reportId,
    number: reportNumber(row.kind, row.year, row.number),
    characterId: row.character_id,
    externalId: row.external_id,
    name: row.name,
    steam: row.steam,
    fine: row.fine,
    jailMinutes: row.jail_minutes,
    offences: row.charges.map(({ code, title, counts }) => ({ code, title, counts })),
    reason,
    at: new Date().toISOString(),
  } satisfies Omit<PenaltyMessage, 'messageId'>
  await tx
    .insertInto('penalty_messages')
    .values({ server_id: row.server_id, report_id: reportId, payload: JSON.stringify(payload) })
    .execute()
  const serverId = row.server_id
  await enqueue(tx, penaltyPush, { serverId }, { key: `penalty-push:${serverId}` })
}

/** Messages that a game server has not acknowledged, oldest first. */
export async function waitingPenalties(db: Db, serverId: number, limit: number): Promise<PenaltyMessage[]> {
  const { rows } = await sql<{ id: number; payload: object }>`
    select id, payload from penalty_messages where server_id = ${serverId} and acknowledged_at is null and held_at is null
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id, payload }) => PenaltyMessage.parse({ ...payload, messageId: id }))
}

export async function acknowledgePenalty(db: Db, messageId: number): Promise<void> {
  await sql`update penalty_messages set acknowledged_at = now() where id = ${messageId} and acknowledged_at is null`.execute(db)
}
