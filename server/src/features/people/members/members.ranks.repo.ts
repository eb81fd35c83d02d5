import type { CurrentUser } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { idsAbove, type AuthorizedTx } from '../users/users.port.ts'

export type RankStep = { readonly id: number; readonly name: string; readonly sortOrder: number }
export type RankKind = 'promotion' | 'demotion' | 'change'

/** A promotion or demotion, by the department's order of ranks. Getting a first rank or losing one is just a change. */
export function kindOf(from: RankStep | null, to: RankStep | null): RankKind {
  if (!from || !to || from.sortOrder === to.sortOrder) return 'change'
  return to.sortOrder > from.sortOrder ? 'promotion' : 'demotion'
}

export const findRank = (db: Db | Tx, rankId: number, departmentId: number): Promise<RankStep | undefined> =>
  db
    .selectFrom('ranks')
    .select(['id', 'name', 'sort_order as sortOrder'])
    .where('id', '=', rankId)
    .where('department_id', '=', departmentId)
    .where('retired_at', 'is', null)
    .executeTakeFirst()

export type Candidate = {
  readonly userId: number
  /** Null if there is no such member. */
  readonly name: string | null
  readonly version: number
  readonly isAbove: boolean
  readonly isInDepartment: boolean
  readonly rank: RankStep | null
}

/** The given members, in the given order, with their relation to the actor, in one statement. */
export async function candidates(db: Db | Tx, own: CurrentUser, departmentId: number, userIds: readonly number[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select named.id as "userId", u.name, coalesce(u.access_version, 0)::integer as version, coalesce(u.id in ${idsAbove(own)}, false) as "isAbove",
      ud.user_id is not null as "isInDepartment",
      case when r.id is not null then json_build_object('id', r.id, 'name', r.name, 'sortOrder', r.sort_order) end as rank
    from unnest(${[...userIds]}::integer[]) with ordinality as named (id, nth)
    left join users u on u.id = named.id and u.disabled_at is null and u.deleted_at is null
    left join user_departments ud on ud.user_id = u.id and ud.department_id = ${departmentId}
    left join ranks r on r.id = ud.rank_id
    order by named.nth`.execute(db)
  return rows
}

/** Sets everyone's rank. The database writes the history and advances their versions, so that open pages update. */
export async function writeRanks(
  tx: AuthorizedTx,
  { departmentId, to, authorId, reason }: { departmentId: number; to: RankStep | null; authorId: number; reason: string },
  userIds: readonly number[],
): Promise<void> {
  await sql`select set_config('portal.rank_author', ${String(authorId)}, true), set_config('portal.rank_reason', ${reason}, true)`.execute(
    tx,
  )
  await tx
    .updateTable('user_departments')
    .set({ rank_id: to?.id ?? null })
    .where('department_id', '=', departmentId)
    .where('user_id', 'in', [...userIds])
    .execute()
}
