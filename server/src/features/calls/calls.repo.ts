import { Call, CallType, COUNT_LIMIT, type PageQuery } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../platform/database/database.ts'
import { callJson, callTables } from '../board/board.port.ts'

const columns = ['id as callTypeId', 'code', 'name', 'priority', 'classes'] as const

export const activeCallTypes = async (db: Db): Promise<CallType[]> =>
  z
    .array(CallType)
    .parse(await db.selectFrom('call_types').select(columns).where('retired_at', 'is', null).orderBy('sort_order').orderBy('id').execute())

export async function findCallType(tx: Tx, callTypeId: number): Promise<CallType | undefined> {
  const row = await tx.selectFrom('call_types').select(columns).where('id', '=', callTypeId).executeTakeFirst()
  return row && CallType.parse(row)
}

/** What a call is that nobody gave a type. */
export async function defaultCallType(tx: Tx): Promise<CallType> {
  const row = await tx
    .selectFrom('call_types')
    .select(columns)
    .where('retired_at', 'is', null)
    .orderBy(sql`code = '911'`, 'desc')
    .orderBy('sort_order')
    .executeTakeFirstOrThrow()
  return CallType.parse(row)
}

export async function nextCallId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('calls', 'id')) as id`.execute(tx)
  return z.int().parse(rows[0]?.id)
}

type Period = { readonly serverId: number; readonly from: Date; readonly before: Date }

const CallWithUnits = Call.extend({ units: z.array(z.string()) })
export async function callsBetween(db: Db, { serverId, from, before }: Period, { page, pageSize }: PageQuery) {
  const made = sql`c.server_id = ${serverId} and c.created_at >= ${from} and c.created_at < ${before}`
  const { rows } = await sql<{ call: object; units: string[] }>`
    select ${callJson} as call,
      array(select identifier from call_units a where a.call_id = c.id group by identifier order by min(a.id)) as units
    from ${callTables} where ${made} order by c.created_at desc, c.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) from (select from calls c where ${made} limit ${COUNT_LIMIT + 1}) as counted`.execute(db)
  return { items: z.array(CallWithUnits).parse(rows.map(({ call, units }) => ({ ...call, units }))), counted: counted[0]?.count ?? 0 }
}
