import { COUNT_LIMIT, LOOKUP_LOG_DAYS, type LookupLogEntry, type LookupLogFilter, type OwnLookup, type PageQuery } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { escapeLike } from '../../../platform/database/like.ts'
import { limitTo } from '../../../platform/database/page.ts'
import type { ActingUnit } from '../history/history.port.ts'
import type { AlertSubjects } from './records/lookups.warrants.ts'

/** The draft or warrant for which legal staff looks something up; both ids for a draft that changes a warrant. */
export type Purpose = { readonly warrantId: number | null; readonly draftId: number | null }
/** A member who looks something up: a unit on duty, or legal staff for a warrant. */
export type Looker = Pick<ActingUnit, 'userId' | 'identifier' | 'callId'> & {
  readonly departmentId: number | null
  readonly serverId: number | null
  readonly purpose?: Purpose
}

export type NewLookup = {
  /** `report`: a report that supports a warrant. */
  readonly kind: LookupLogEntry['kind'] | 'report'
  readonly unit: Looker
  readonly at?: Date
  readonly query: string
  readonly found: readonly string[]
  readonly flags?: readonly string[]
  readonly characterId?: number | null
  readonly vehicleId?: number | null
  readonly weaponId?: number | null
}

/**
 * Inserts any number of lookups by one statement with one parameter, and returns their ids. A search is written some time after the last letter was
 * typed: the draft that it was for may have become a warrant by then.
 */
export async function insertLookups(db: Db | Tx, lookups: readonly NewLookup[]): Promise<number[]> {
  const rows = lookups.map(({ unit, at, characterId, vehicleId, weaponId, ...rest }) => ({
    ...rest,
    user_id: unit.userId,
    identifier: unit.identifier,
    department_id: unit.departmentId,
    server_id: unit.serverId,
    call_id: unit.callId,
    warrant_id: unit.purpose?.warrantId ?? null,
    warrant_draft_id: unit.purpose?.draftId ?? null,
    at: at?.toISOString() ?? null,
    character_id: characterId ?? null,
    vehicle_id: vehicleId ?? null,
    weapon_id: weaponId ?? null,
  }))
  const { rows: inserted } = await sql<{ id: number }>`
    insert into lookups (kind, user_id, identifier, department_id, server_id, call_id, at, query, found, flags, character_id, vehicle_id, weapon_id,
      warrant_id, warrant_draft_id)
    select kind, user_id, identifier, department_id, server_id, call_id, coalesce(at, now()), query, found, coalesce(flags, '{}'),
      character_id, vehicle_id, weapon_id,
      coalesce(warrant_id, (select w.id from warrants w where w.draft_id = r.warrant_draft_id)), warrant_draft_id
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (kind text, user_id integer, identifier text, department_id integer,
      server_id integer, call_id integer, at timestamptz, query text, found text[], flags text[], character_id integer, vehicle_id integer,
      weapon_id integer, warrant_id integer, warrant_draft_id integer)
    returning id`.execute(db)
  return inserted.map(({ id }) => id)
}

type Row = Omit<LookupLogEntry, 'by' | 'at' | 'department'> & {
  userId: number
  name: string
  identifier: string
  departmentId: number
  departmentName: string
  at: Date
}
const toEntry = ({ userId, name, identifier, departmentId, departmentName, at, ...row }: Row): LookupLogEntry => ({
  ...row,
  by: { userId, name, identifier },
  department: { departmentId, name: departmentName },
  at: at.toISOString(),
})

/** Lookups for warrants are in a log of their own: in a department's log they would reveal who is about to be wanted. */
const isOfUnits = sql`l.warrant_id is null and l.warrant_draft_id is null`

const SUBJECT = sql`coalesce(l.character_id, v.character_id, w.character_id)`

/**
 * Lookups that other members made of this one's characters and of what these own: their subject must not learn of them. A search names what it
 * showed in words alone.
 */
const isAboutOwn = (userId: number) => sql`(l.user_id <> ${userId} and exists (
  select from characters o where o.user_id = ${userId} and (o.id = ${SUBJECT} or l.kind = 'search' and (
    strpos(lower(array_to_string(l.found, ' ')), lower(o.name)) > 0 or exists (
      select from vehicles ov where ov.character_id = o.id and strpos(lower(array_to_string(l.found, ' ')), lower(ov.plate)) > 0)))))`

/** A department's log, or that of all departments as this member may see it. */
export type LogScope = { readonly departmentId?: number | undefined; readonly hiddenFrom?: number | undefined }

function conditions({ departmentId, hiddenFrom }: LogScope, filter: LookupLogFilter): RawBuilder<unknown> {
  const { q, userId, characterId, kind, from, to, callId } = filter
  const like = `%${escapeLike(q ?? '')}%`
  const all = [
    isOfUnits,
    ...(departmentId === undefined ? [] : [sql`l.department_id = ${departmentId}`]),
    ...(hiddenFrom === undefined ? [] : [sql`not ${isAboutOwn(hiddenFrom)}`]),
    ...(characterId === undefined ? [] : [sql`${SUBJECT} = ${characterId}`]),
    ...(userId === undefined ? [] : [sql`l.user_id = ${userId}`]),
    ...(kind === undefined ? [] : [sql`l.kind = ${kind}`]),
    ...(callId === undefined ? [] : [sql`l.call_id = ${callId}`]),
    ...(from === undefined ? [] : [sql`l.at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql`l.at <= ${new Date(to)}`]),
    ...(q
      ? [sql`(l.query ilike ${like} or l.identifier ilike ${like} or u.name ilike ${like} or array_to_string(l.found, ' ') ilike ${like})`]
      : []),
  ]
  return sql.join(all, sql` and `)
}

export async function listLookups(
  db: Db | Tx,
  scope: LogScope,
  filter: LookupLogFilter,
): Promise<{ items: LookupLogEntry[]; counted: number }> {
  const from = sql`lookups l join users u on u.id = l.user_id join departments d on d.id = l.department_id
    left join vehicles v on v.id = l.vehicle_id left join weapons w on w.id = l.weapon_id where ${conditions(scope, filter)}`
  const { rows } = await sql<Row>`
    select l.id as "lookupId", l.kind, l.at, l.server_id as "serverId", l.call_id as "callId", l.query, l.found, l.flags,
      ${SUBJECT} as "characterId", l.user_id as "userId", u.name, l.identifier, d.id as "departmentId", d.name as "departmentName"
    from ${from} order by l.at desc, l.id desc ${limitTo(filter)}`.execute(db)
  const { rows: counts } = await sql<{ count: number }>`
    select count(*) from (select from ${from} limit ${COUNT_LIMIT + 1}) counted`.execute(db)
  return { items: rows.map(toEntry), counted: counts[0]?.count ?? 0 }
}

/** Lookups of a character, newest first; undefined if it is not the member's own character. */
export async function listOwnLookups(
  db: Db,
  userId: number,
  characterId: number,
  { page, pageSize }: PageQuery,
): Promise<{ items: OwnLookup[]; counted: number } | undefined> {
  const own = await db
    .selectFrom('characters')
    .select('id')
    .where('id', '=', characterId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!own) return undefined
  const from = sql`lookups l where l.character_id = ${characterId} and l.kind = 'lookup' and ${isOfUnits}`
  const { rows } = await sql<Omit<OwnLookup, 'at'> & { at: Date }>`
    select l.id as "lookupId", l.identifier, d.name as department, l.at
    from (select * from ${from} order by l.id desc ${limitTo({ page, pageSize })}) l
    join departments d on d.id = l.department_id order by l.id desc`.execute(db)
  const { rows: counts } = await sql<{ count: number }>`
    select count(*) from (select from ${from} limit ${COUNT_LIMIT + 1}) counted`.execute(db)
  return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })), counted: counts[0]?.count ?? 0 }
}

const MAX_DELETED_AT_ONCE = 5000
/** Deletes a limited number of old lookups at a time, to keep locks short. */
export async function deleteOldLookups(db: Db): Promise<void> {
  for (let gone = MAX_DELETED_AT_ONCE; gone === MAX_DELETED_AT_ONCE;) {
    const { numAffectedRows = 0n } = await sql`
      delete from lookups where id in (
        select id from lookups where at < now() - make_interval(days => ${LOOKUP_LOG_DAYS}) order by at limit ${MAX_DELETED_AT_ONCE})`.execute(
      db,
    )
    gone = Number(numAffectedRows)
  }
}

/** Members of a department who see its lookup log, in the order of their ids. */
export async function supervisorsOf(db: Db | Tx, departmentId: number): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    select ud.user_id as "userId" from user_departments ud join ranks r on r.id = ud.rank_id join users u on u.id = ud.user_id
    where ud.department_id = ${departmentId} and 'seeLookups' = any(r.capabilities) and u.disabled_at is null
    order by ud.user_id limit 100`.execute(db)
  return rows.map(({ userId }) => userId)
}

/** Puts a person or vehicle on a call; false if it was on the call already. */
export async function putOnCall(
  tx: Tx,
  callId: number,
  by: number,
  subject: { readonly characterId: number } | { readonly vehicleId: number },
): Promise<boolean> {
  const columns = 'characterId' in subject ? { character_id: subject.characterId } : { vehicle_id: subject.vehicleId }
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('call_subjects')
    .values({ call_id: callId, by_user_id: by, ...columns })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** A member's unit on duty, read without checking access. */
export async function findUnit(db: Db | Tx, userId: number): Promise<(ActingUnit & { readonly unitClass: number }) | undefined> {
  const { rows } = await sql<ActingUnit & { unitClass: number }>`
    select u.user_id as "userId", m.name, u.identifier, u.server_id as "serverId", u.department_id as "departmentId",
      u.unit_class as "unitClass", a.call_id as "callId"
    from units u join users m on m.id = u.user_id
    left join lateral (select call_id from call_units c where c.user_id = u.user_id and c.cleared_at is null limit 1) a on true
    where u.user_id = ${userId} and u.status <> 1`.execute(db)
  return rows[0]
}

/** The people and vehicles whose warrants are on a record that a member opened within this many hours: the record's subject and its owner. */
export async function subjectsOfLookup(db: Db | Tx, userId: number, lookupId: number, hours: number): Promise<AlertSubjects | undefined> {
  const { rows } = await sql<{ characterId: number | null; vehicleId: number | null }>`
    select coalesce(l.character_id, v.character_id, w.character_id) as "characterId", l.vehicle_id as "vehicleId"
    from lookups l left join vehicles v on v.id = l.vehicle_id left join weapons w on w.id = l.weapon_id
    where l.id = ${lookupId} and l.user_id = ${userId} and l.kind = 'lookup' and l.at > now() - make_interval(hours => ${hours})`.execute(
    db,
  )
  const [row] = rows
  return (
    row && {
      characterIds: row.characterId === null ? [] : [row.characterId],
      vehicleIds: row.vehicleId === null ? [] : [row.vehicleId],
    }
  )
}
