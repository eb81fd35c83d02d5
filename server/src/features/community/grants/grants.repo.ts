import { Grant, GRANT_REQUEST_DAYS, type GrantKind, type GrantList, type PageQuery } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { limitTo } from '../../../platform/database/page.ts'
import { personJson } from '../../../platform/database/person.ts'

const MAX_OWN = 50
const MAX_WAITING = 100
/** Grants that one run of the job handles. */
const MAX_AT_ONCE = 200

const isActive = sql<boolean>`(g.state = 'active' and g.ends_at > now())`
/** The grant has run out, and the job has not ended it yet. */
const isOver = sql<boolean>`(g.state = 'active' and g.ends_at <= now())`
const isUnanswered = sql<boolean>`(g.state = 'asked' and g.asked_at <= now() - make_interval(days => ${GRANT_REQUEST_DAYS}))`
export const isAsked = sql<boolean>`(g.state = 'asked' and g.asked_at > now() - make_interval(days => ${GRANT_REQUEST_DAYS}))`

const grantJson = sql`json_build_object(
  'grantId', g.id, 'kind', g.kind, 'state', case when ${isOver} or ${isUnanswered} then 'expired' else g.state end,
  'member', json_build_object('userId', u.id, 'name', u.name), 'sponsor', ${personJson('sponsor')},
  'whitelist', g.whitelist, 'department', case when d.id is not null then json_build_object('departmentId', d.id, 'name', d.name) end,
  'note', g.note, 'hours', g.hours, 'askedAt', g.asked_at, 'startsAt', g.starts_at, 'endsAt', g.ends_at,
  'ended', case
    when g.ended_at is not null then json_build_object('by', ${personJson('ender')}, 'at', g.ended_at, 'reason', g.end_reason)
    when ${isOver} then json_build_object('by', null, 'at', g.ends_at, 'reason', '')
    when ${isUnanswered} then json_build_object('by', null, 'at', g.asked_at + make_interval(days => ${GRANT_REQUEST_DAYS}), 'reason', '') end,
  'version', g.version)`
const grants = sql`grants g join users u on u.id = g.user_id left join users sponsor on sponsor.id = g.sponsor_id
  left join users ender on ender.id = g.ended_by left join departments d on d.id = g.department_id`

async function select(db: Db | Tx, rest: RawBuilder<unknown>): Promise<Grant[]> {
  const { rows } = await sql<{ grant: unknown }>`select ${grantJson} as grant from ${grants} ${rest}`.execute(db)
  return z.array(Grant).parse(rows.map(({ grant }) => grant))
}

export async function findGrant(db: Db | Tx, grantId: number): Promise<Grant | undefined> {
  return (await select(db, sql`where g.id = ${grantId}`))[0]
}
export const findGrants = (db: Db | Tx, grantIds: readonly number[]): Promise<Grant[]> =>
  select(db, sql`where g.id = any(${[...grantIds]}::integer[]) order by g.id`)

/** Locks the grant until the transaction ends. The member's account is locked before. */
export const lockGrant = (tx: Tx, grantId: number) =>
  tx.selectFrom('grants').select('id').where('id', '=', grantId).forUpdate().executeTakeFirst()

const LISTS: Readonly<Record<GrantList, { readonly where: RawBuilder<unknown>; readonly order: RawBuilder<unknown> }>> = {
  waiting: { where: isAsked, order: sql`g.asked_at, g.id` },
  active: { where: isActive, order: sql`g.ends_at, g.id` },
  past: {
    where: sql`(g.ended_at is not null or ${isOver} or ${isUnanswered})`,
    order: sql`coalesce(g.ended_at, g.ends_at, g.asked_at) desc, g.id desc`,
  },
}

/** A page of grants, and how many there are, counted up to `countLimit`. */
export async function listGrants(
  db: Db,
  { list, page, pageSize }: PageQuery & { readonly list: GrantList },
  countLimit: number,
): Promise<{ items: Grant[]; counted: number }> {
  const { where, order } = LISTS[list]
  const [items, { rows }] = await Promise.all([
    select(db, sql`where ${where} order by ${order} ${limitTo({ page, pageSize })}`),
    sql<{ counted: number }>`select count(*)::integer as counted from (select from grants g where ${where} limit ${countLimit}) c`.execute(
      db,
    ),
  ])
  return { items, counted: rows[0]?.counted ?? 0 }
}

export const ownGrants = (db: Db, userId: number): Promise<Grant[]> =>
  select(db, sql`where g.user_id = ${userId} order by g.id desc limit ${MAX_OWN}`)

export const sponsoredBy = (db: Db, userId: number): Promise<Grant[]> =>
  select(db, sql`where g.sponsor_id = ${userId} and ${isActive} order by g.ends_at, g.id`)

/** Open requests of other members. */
export const waitingFor = (db: Db, userId: number, kinds: readonly GrantKind[]): Promise<Grant[]> =>
  select(
    db,
    sql`where ${isAsked} and g.kind = any(${[...kinds]}::text[]) and g.user_id <> ${userId}
      order by g.asked_at, g.id limit ${MAX_WAITING}`,
  )

export const openGrants = (db: Db | Tx, kind: GrantKind): Promise<Grant[]> =>
  select(db, sql`where g.kind = ${kind} and (${isAsked} or ${isActive}) order by g.id limit ${MAX_WAITING}`)

/** The member's active grant of this kind, if any. */
export async function activeGrant(tx: Tx, userId: number, kind: GrantKind): Promise<Grant | undefined> {
  return (await select(tx, sql`where g.user_id = ${userId} and g.kind = ${kind} and ${isActive}`))[0]
}

export async function hasAsked(tx: Tx, userId: number, kind: GrantKind): Promise<boolean> {
  return (await select(tx, sql`where g.user_id = ${userId} and g.kind = ${kind} and ${isAsked}`)).length > 0
}

type NewGrant = {
  readonly userId: number
  readonly kind: GrantKind
  readonly whitelist: 'prod' | 'dev' | null
  readonly departmentId: number | null
  readonly note: string
  readonly hours: number
}

export async function insertRequest(tx: Tx, { userId, departmentId, ...grant }: NewGrant): Promise<number> {
  const { id } = await tx
    .insertInto('grants')
    .values({ ...grant, user_id: userId, department_id: departmentId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const endsAfter = (hours: number) => sql<Date>`now() + make_interval(hours => ${hours})`

export async function insertActive(tx: Tx, sponsorId: number, { userId, departmentId, ...grant }: NewGrant): Promise<number> {
  const times = { starts_at: sql<Date>`now()`, ends_at: endsAfter(grant.hours) }
  const { id } = await tx
    .insertInto('grants')
    .values({ ...grant, user_id: userId, department_id: departmentId, sponsor_id: sponsorId, state: 'active', ...times })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Acceptance = { readonly sponsorId: number; readonly hours: number; readonly departmentId: number | null }

export const markActive = (tx: Tx, grantId: number, { sponsorId, hours, departmentId }: Acceptance) =>
  tx
    .updateTable('grants')
    .set((eb) => ({
      state: 'active',
      sponsor_id: sponsorId,
      hours,
      department_id: departmentId,
      starts_at: sql<Date>`now()`,
      ends_at: endsAfter(hours),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', grantId)
    .execute()

type End = { readonly state: 'declined' | 'ended' | 'withdrawn'; readonly by: number; readonly reason: string }

export const markEnded = (tx: Tx, grantId: number, { state, by, reason }: End) =>
  tx
    .updateTable('grants')
    .set((eb) => ({ state, ended_at: sql<Date>`now()`, ended_by: by, end_reason: reason, version: eb('version', '+', 1) }))
    .where('id', '=', grantId)
    .execute()

/** Members with a grant or request whose time is over. */
export async function dueMembers(db: Db | Tx): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    select distinct user_id as "userId" from (
      select g.user_id from grants g where ${isOver} or ${isUnanswered} order by g.id limit ${MAX_AT_ONCE}) due order by 1`.execute(db)
  return rows.map(({ userId }) => userId)
}

/** Marks the expired grants and requests of these members; returns their ids. */
export async function markExpired(tx: Tx, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update grants g set state = 'expired', ended_at = case when g.state = 'active' then g.ends_at else now() end, version = version + 1
    where g.user_id = any(${[...userIds]}::integer[]) and (${isOver} or ${isUnanswered}) returning g.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Grants that the database itself has ended, so that their messages in Discord are not up to date. */
export async function unposted(tx: Tx): Promise<Grant[]> {
  return select(tx, sql`where g.posted_version < g.version order by g.id limit ${MAX_AT_ONCE} for update of g skip locked`)
}

export const markPosted = (tx: Tx, grantIds: readonly number[]) =>
  sql`update grants set posted_version = version where id = any(${[...grantIds]}::integer[])`.execute(tx)

export async function isToRideWith(tx: Tx, departmentId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('departments')
    .select('id')
    .where('id', '=', departmentId)
    .where('is_cad_enabled', '=', true)
    .where('type', '<>', 'Civilian')
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The whitelists that name these members, as they stand in this transaction. */
export async function whitelistsOf(tx: Tx, userIds: readonly number[]): Promise<{ prod: number[]; dev: number[] }> {
  const { rows } = await sql<{ prod: number[]; dev: number[] }>`
    select coalesce(array_agg(id order by id) filter (where is_whitelisted or is_entitled), '{}') as prod,
      coalesce(array_agg(id order by id) filter (where is_whitelisted_dev or is_entitled_dev), '{}') as dev
    from users where id = any(${[...userIds]}::integer[])`.execute(tx)
  return rows[0] ?? { prod: [], dev: [] }
}

const GiftRow = z.object({
  roleName: z.string().nullable(),
  permissions: z.string().nullable(),
  whitelist: z.enum(['prod', 'dev']).nullable(),
})
export type GiftRow = z.infer<typeof GiftRow>

/** The gifts that entitlements give with a grant of this kind. */
export async function giftsOf(db: Db | Tx, kind: GrantKind): Promise<GiftRow[]> {
  const { rows } = await sql`
    select r.name as "roleName", r.permissions, e.whitelist from entitlements e left join discord_roles r on r.id = e.discord_role_id
    where e.source_kind = ${kind} and r.gone_at is null order by e.id`.execute(db)
  return z.array(GiftRow).parse(rows)
}
/** False if no entitlement gives anything with ride-alongs. */
export const ridealongGivesAccess = async (db: Db | Tx): Promise<boolean> => (await giftsOf(db, 'ridealong')).length > 0

export async function exportGrants(db: Db, userId: number) {
  const rows = await db
    .selectFrom('grants as g')
    .leftJoin('users as s', 's.id', 'g.sponsor_id')
    .select(['g.kind', 'g.state', 'g.note', 's.name as sponsor', 'g.asked_at', 'g.ends_at'])
    .where('g.user_id', '=', userId)
    .orderBy('g.id')
    .execute()
  return rows.map(({ asked_at, ends_at, ...grant }) => ({
    ...grant,
    askedAt: asked_at.toISOString(),
    endsAt: ends_at?.toISOString() ?? null,
  }))
}
