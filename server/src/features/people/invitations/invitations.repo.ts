import { COUNT_LIMIT, Invitation, InvitationUse, type InvitationFilter, type InvitationInput, type PageQuery } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { limitOfLongList } from '../../../platform/database/page.ts'

/** An invitation with the names of what it gives and of the members behind it. */
export type Stored = {
  readonly id: number
  readonly departmentId: number | null
  readonly department: string | null
  readonly fullName: string | null
  readonly rankId: number | null
  readonly rank: string | null
  readonly whitelists: readonly ('prod' | 'dev')[]
  readonly places: number
  readonly used: number
  readonly madeBy: number
  readonly makerName: string
  readonly answeredBy: number
  readonly answererName: string
  readonly expiresAt: Date
  readonly pausedBecause: string | null
}

const stored = sql`i.id, i.department_id as "departmentId", d.name as department, d.full_name as "fullName", i.rank_id as "rankId", r.name as rank,
  i.whitelists, i.places, i.used, i.made_by as "madeBy", m.name as "makerName", i.answered_by as "answeredBy", a.name as "answererName",
  i.expires_at as "expiresAt", i.paused_because as "pausedBecause"`
const sources = sql`invitations i join users m on m.id = i.made_by join users a on a.id = i.answered_by
  left join departments d on d.id = i.department_id left join ranks r on r.id = i.rank_id`
/** Not ended, expired or used up. A paused invitation is current too. */
const isCurrent = sql`(i.ended_at is null and i.expires_at > now() and i.used < i.places)`

/** Undefined for a code that is unknown, ended, expired or used up, with the same statement for each. */
export async function findCurrent(db: Db, codeHash: Buffer): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`select ${stored} from ${sources} where i.code_hash = ${codeHash} and ${isCurrent}`.execute(db)
  return rows[0]
}

/** Takes a place. Locks the invitation, so that of two people at the last place the second finds none. Paused ones have no place to take. */
export async function takePlace(tx: Tx, codeHash: Buffer): Promise<Stored | undefined> {
  const { rows: taken } = await sql<{ id: number }>`update invitations i set used = i.used + 1
    where i.code_hash = ${codeHash} and ${isCurrent} and i.paused_because is null returning i.id`.execute(tx)
  const [place] = taken
  if (!place) return undefined
  const { rows } = await sql<Stored>`select ${stored} from ${sources} where i.id = ${place.id}`.execute(tx)
  return rows[0]
}

/** The invitation, locked until the transaction ends, whatever its state. */
export async function lockInvitation(tx: Tx, id: number): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`select ${stored} from ${sources} where i.id = ${id} for no key update of i`.execute(tx)
  return rows[0]
}

/** Returns the id. */
export async function insertInvitation(tx: Tx, codeHash: Buffer, madeBy: number, input: InvitationInput): Promise<number> {
  const { id } = await tx
    .insertInto('invitations')
    .values({
      code_hash: codeHash,
      department_id: input.departmentId,
      rank_id: input.rankId,
      whitelists: [...new Set(input.whitelists)],
      note: input.note,
      places: input.places,
      made_by: madeBy,
      answered_by: madeBy,
      expires_at: new Date(input.expiresAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Fails on the primary key if the member used the invitation before. */
export const insertUse = (tx: Tx, invitationId: number, userId: number, isNew: boolean) =>
  tx.insertInto('invitation_uses').values({ invitation_id: invitationId, user_id: userId, is_new: isNew }).execute()

export const wasUsedBy = async (db: Db, invitationId: number, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('invitation_uses')
    .select('user_id')
    .where('invitation_id', '=', invitationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

/** Returns whether the invitation was open until now. */
export async function pauseInvitation(tx: Tx, id: number, because: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update invitations i set paused_because = ${because}
    where i.id = ${id} and ${isCurrent} and i.paused_because is null`.execute(tx)
  return numAffectedRows > 0n
}

/** Returns whether the invitation was current until now. */
export async function endInvitation(tx: Tx, id: number, endedBy: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update invitations i set ended_at = now(), ended_by = ${endedBy}
    where i.id = ${id} and ${isCurrent}`.execute(tx)
  return numAffectedRows > 0n
}

/** Returns whether the invitation was paused until now. */
export async function resumeInvitation(tx: Tx, id: number, answeredBy: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update invitations i set paused_because = null, answered_by = ${answeredBy}
    where i.id = ${id} and ${isCurrent} and i.paused_because is not null`.execute(tx)
  return numAffectedRows > 0n
}

const person = (id: RawBuilder<unknown>, name: RawBuilder<unknown>) => sql`json_build_object('userId', ${id}, 'name', ${name})`
const useJson = sql`json_build_object('userId', u.id, 'name', u.name, 'at', x.at, 'isNew', x.is_new)`

const invitationJson = sql`json_build_object(
  'invitationId', i.id, 'note', i.note, 'createdAt', i.created_at, 'expiresAt', i.expires_at, 'places', i.places, 'used', i.used,
  'state', case when i.ended_at is not null then 'ended' when i.used = i.places then 'used' when i.expires_at <= now() then 'expired'
    when i.paused_because is not null then 'paused' else 'open' end,
  'madeBy', ${person(sql`m.id`, sql`m.name`)}, 'answeredForBy', ${person(sql`a.id`, sql`a.name`)},
  'department', case when d.id is not null then json_build_object('departmentId', d.id, 'name', d.name, 'fullName', d.full_name) end,
  'rank', case when r.id is not null then json_build_object('rankId', r.id, 'rankName', r.name) end,
  'whitelists', to_json(i.whitelists),
  'latestUses', coalesce((select json_agg(l.use order by l.at desc, l.user_id desc) from (
    select ${useJson} as use, x.at, x.user_id from invitation_uses x join users u on u.id = x.user_id
    where x.invitation_id = i.id order by x.at desc, x.user_id desc limit 3) l), '[]'),
  'pausedBecause', case when ${isCurrent} then i.paused_because end,
  'ended', (select json_build_object('by', ${person(sql`e.id`, sql`e.name`)}, 'at', i.ended_at) from users e where e.id = i.ended_by)) as invitation`

export async function readInvitation(db: Db | Tx, id: number): Promise<Invitation | undefined> {
  const { rows } = await sql<{ invitation: unknown }>`select ${invitationJson} from ${sources} where i.id = ${id}`.execute(db)
  return rows[0] && Invitation.parse(rows[0].invitation)
}

type Listed<T> = { readonly items: T[]; readonly counted: number }

export async function listInvitations(db: Db, query: InvitationFilter): Promise<Listed<Invitation>> {
  const isShown = { current: isCurrent, over: sql`not ${isCurrent}`, all: sql`true` }[query.show]
  const { rows } = await sql<{ items: unknown; counted: number }>`select
    coalesce((select json_agg(l.invitation) from (select ${invitationJson} from ${sources} where ${isShown}
      order by (${isCurrent} and i.paused_because is not null) desc, i.id desc ${limitOfLongList(query)}) l), '[]') as items,
    (select count(*) from (select from invitations i where ${isShown} limit ${COUNT_LIMIT + 1}) c)::integer as counted`.execute(db)
  return { items: z.array(Invitation).parse(rows[0]?.items), counted: rows[0]?.counted ?? 0 }
}

export async function listUses(db: Db, invitationId: number, query: PageQuery): Promise<Listed<InvitationUse>> {
  const { rows } = await sql<{ items: unknown; counted: number }>`select
    coalesce((select json_agg(l.use) from (select ${useJson} as use from invitation_uses x join users u on u.id = x.user_id
      where x.invitation_id = ${invitationId} order by x.at desc, x.user_id desc ${limitOfLongList(query)}) l), '[]') as items,
    (select count(*) from invitation_uses x where x.invitation_id = ${invitationId})::integer as counted`.execute(db)
  return { items: z.array(InvitationUse).parse(rows[0]?.items), counted: rows[0]?.counted ?? 0 }
}

/** The whitelists that come with a rank or its department. */
export async function whitelistsOf(db: Db, { departmentId, rankId }: Pick<Stored, 'departmentId' | 'rankId'>): Promise<('prod' | 'dev')[]> {
  const { rows } = await sql<{ environment: 'prod' | 'dev' }>`select distinct e.whitelist as environment from entitlements e
    where e.gift_kind = 'whitelist' and e.department_id = ${departmentId}
      and (e.source_kind = 'department' or (e.source_kind = 'rank' and e.rank_id = ${rankId}))`.execute(db)
  return rows.map(({ environment }) => environment)
}

/** The order of a rank within its department; higher ranks come later. */
export async function orderOf(db: Db | Tx, rankId: number): Promise<number> {
  const { sort_order } = await db.selectFrom('ranks').select('sort_order').where('id', '=', rankId).executeTakeFirstOrThrow()
  return sort_order
}

/** Current invitations that are paused. */
export const countPaused = sql<{ count: number }>`select count(*)::integer as count from invitations i
  where ${isCurrent} and i.paused_because is not null`

/** For a member's data export: the invitations with which they joined. */
export async function exportUses(db: Db, userId: number) {
  const { rows } = await sql<{ at: Date; madeBy: string; isNew: boolean }>`select x.at, m.name as "madeBy", x.is_new as "isNew"
    from invitation_uses x join invitations i on i.id = x.invitation_id join users m on m.id = i.made_by
    where x.user_id = ${userId} order by x.at`.execute(db)
  return rows.map(({ at, madeBy, isNew }) => ({ at: at.toISOString(), madeBy, isNew }))
}
