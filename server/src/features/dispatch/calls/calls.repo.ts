import { Call, CallType, COUNT_LIMIT, createCodeBook, PastCall, TAKE_BACK_SECONDS, type CodeBook, type PageQuery } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { iso } from '../../../platform/database/iso.ts'
import { limitTo } from '../../../platform/database/page.ts'
import { callJson, callTables, TakeBack } from '../board/board.port.ts'
import { radioCodes } from '../cad-values/cad-values.port.ts'
import type { Note } from './calls.merge.ts'

const columns = [
  'id as callTypeId',
  'key',
  'code',
  'name',
  'priority',
  'classes',
  'opening',
  'sound',
  'colour',
  'recommend',
  'needs',
] as const

export const activeCallTypes = async (db: Db): Promise<CallType[]> =>
  z
    .array(CallType)
    .parse(await db.selectFrom('call_types').select(columns).where('retired_at', 'is', null).orderBy('sort_order').orderBy('id').execute())

export async function findCallType(tx: Tx, callTypeId: number): Promise<CallType | undefined> {
  const row = await tx.selectFrom('call_types').select(columns).where('id', '=', callTypeId).executeTakeFirst()
  return row && CallType.parse(row)
}

/** The type of calls without an explicit one. */
export const defaultCallType = (tx: Tx): Promise<CallType> => callTypeByCode(tx, '911')
export const panicCallType = (tx: Tx): Promise<CallType> => callTypeByCode(tx, 'PANIC')

/** The type with this code, now or when it was made, or else the first one. */
export async function callTypeByCode(tx: Db | Tx, code: string): Promise<CallType> {
  const row = await tx
    .selectFrom('call_types')
    .select(columns)
    .where('retired_at', 'is', null)
    .orderBy(sql`upper(key) = upper(${code})`, 'desc')
    .orderBy(sql`upper(code) = upper(${code})`, 'desc')
    .orderBy('sort_order')
    .executeTakeFirstOrThrow()
  return CallType.parse(row)
}

export async function nextCallId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('calls', 'id')) as id`.execute(tx)
  return z.int().parse(rows[0]?.id)
}

/** Notes people wrote into a call's log, in order. */
export async function notesOf(tx: Tx, callId: number): Promise<Note[]> {
  const rows = await tx
    .selectFrom('call_logs as l')
    .leftJoin('users as w', 'w.id', 'l.author_id')
    .select(['l.text', 'w.id as userId', 'w.name'])
    .where('l.call_id', '=', callId)
    .where('l.kind', '=', 'note')
    .orderBy('l.id')
    .execute()
  return rows.map(({ text, userId, name }) => ({ text, author: userId === null || name === null ? null : { userId, name } }))
}

const TakeBackEntry = z.object({
  callLogId: z.int(),
  callId: z.int(),
  at: z.string(),
  authorId: z.int().nullable(),
  record: TakeBack,
})
const selectTakeBacks = async (db: Db, rest: RawBuilder<unknown>) => {
  const { rows } = await sql`select l.id as "callLogId", l.call_id as "callId", ${iso('l.at')} as at, l.author_id as "authorId",
    l.take_back as record from call_logs l join calls c on c.id = l.call_id where l.take_back is not null and ${rest}`.execute(db)
  return z.array(TakeBackEntry).parse(rows)
}

/** The log entry of an action that can be taken back, if it is one. */
export const findTakeBack = async (db: Db, callId: number, callLogId: number) =>
  (await selectTakeBacks(db, sql`l.id = ${callLogId} and l.call_id = ${callId}`))[0]

const MAX_OFFERED = 20
/** A member's recent actions on a server that were not taken back, newest first. */
export const recentTakeBacks = (db: Db, authorId: number, serverId: number) =>
  selectTakeBacks(
    db,
    sql`l.author_id = ${authorId} and l.at > now() - make_interval(secs => ${TAKE_BACK_SECONDS}) and c.server_id = ${serverId}
      and not exists (select from call_logs b where b.takes_back_id = l.id) order by l.id desc limit ${MAX_OFFERED}`,
  )

export async function userNames(tx: Tx, userIds: readonly (number | null)[]): Promise<ReadonlyMap<number, string>> {
  const known = userIds.filter((userId) => userId !== null)
  if (known.length === 0) return new Map()
  const rows = await tx.selectFrom('users').select(['id', 'name']).where('id', 'in', known).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Who calls when a member does: the character they play on this server, else the one they used last. */
export async function characterOf(tx: Tx, userId: number, serverId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('characters as c')
    .leftJoin('played_characters as y', (join) => join.onRef('y.character_id', '=', 'c.id').on('y.server_id', '=', serverId))
    .select('c.name')
    .where('c.user_id', '=', userId)
    .where('c.removed_at', 'is', null)
    .where('c.deceased_at', 'is', null)
    .orderBy((eb) => eb('y.character_id', 'is not', null), 'desc')
    .orderBy('c.last_used_at', (order) => order.desc().nullsLast())
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.name
}

const MAX_PAST_CALLS = 20
type Place = { readonly location: string; readonly postal: string; readonly except?: number | undefined }

/** Each condition uses its own index; the union drops duplicates. */
export async function callsAt(db: Db, serverId: number, { location, postal, except = 0 }: Place): Promise<PastCall[]> {
  const at = (column: 'location' | 'postal', text: string) => sql`(select id from calls
    where server_id = ${serverId} and place_key(${sql.ref(column)}) = place_key(${text}) and place_key(${sql.ref(column)}) <> '' and id <> ${except}
    order by id desc limit ${MAX_PAST_CALLS})`
  const { rows } = await sql`
    select c.id as "callId", c.title, c.priority, ${iso('c.created_at')} as "createdAt", c.status, c.disposition
    from (${at('location', location)} union ${at('postal', postal)}) as found join calls c on c.id = found.id
    order by c.id desc limit ${MAX_PAST_CALLS}`.execute(db)
  return z.array(PastCall).parse(rows)
}

type Period = { readonly serverId: number; readonly from: Date; readonly before: Date; readonly text: string }

/** Matches calls whose text contains every word. Unindexed, so only used within the requested period. */
const containsWords = (text: string, codes: CodeBook) => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const searched = sql`lower(concat_ws(E'\n', c.id, c.title, c.location, c.postal, c.caller, c.narrative, c.disposition,
    (select concat_ws(E'\n', y.code, y.name) from call_types y where y.id = c.call_type_id),
    (select string_agg(a.identifier, E'\n') from call_units a where a.call_id = c.id)))`
  /** '10-50' finds the calls of the types that it stands for. */
  const isOfCode = (word: string) => {
    const types = codes.begun(word).flatMap((code) => ('callType' in code ? [code.callType] : []))
    return types.length === 0 ? sql`` : sql` or c.call_type_id in (select id from call_types where upper(key) = any(${types}))`
  }
  return sql.join([sql`true`, ...words.map((word) => sql`(strpos(${searched}, ${word}) > 0${isOfCode(word)})`)], sql` and `)
}

const CallWithUnits = Call.extend({ units: z.array(z.string()) })
export async function callsBetween(db: Db, { serverId, from, before, text }: Period, { page, pageSize }: PageQuery) {
  const codes = createCodeBook(text === '' ? [] : await radioCodes(db))
  const condition = sql`c.server_id = ${serverId} and c.created_at >= ${from} and c.created_at < ${before} and ${containsWords(text, codes)}`
  const { rows } = await sql<{ call: object; units: string[] }>`
    select ${callJson} as call,
      array(select identifier from call_units a where a.call_id = c.id group by identifier order by min(a.id)) as units
    from ${callTables} where ${condition} order by c.created_at desc, c.id desc ${limitTo({ page, pageSize })}`.execute(db)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) from (select from calls c where ${condition} limit ${COUNT_LIMIT + 1}) as counted`.execute(db)
  return { items: z.array(CallWithUnits).parse(rows.map(({ call, units }) => ({ ...call, units }))), counted: counted[0]?.count ?? 0 }
}
