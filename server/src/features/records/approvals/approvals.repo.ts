import { COUNT_LIMIT, type PageQuery, type RecordApproval } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { limitTo } from '../../../platform/database/page.ts'

const waiting = sql`(
  select 'vehicle' as "of", v.id, v.version, v.plate as label, v.model, v.colour, v.vin, v.character_id, v.approval_asked_at
  from vehicles v where v.approval = 'waiting' and v.removed_at is null
  union all
  select 'weapon', w.id, w.version, w.serial, w.model, '', '', w.character_id, w.approval_asked_at
  from weapons w where w.approval = 'waiting' and w.removed_at is null) r
  join characters c on c.id = r.character_id and c.removed_at is null join users u on u.id = c.user_id`

type Row = Omit<RecordApproval, 'record' | 'member' | 'askedAt'> & { userId: number; userName: string; askedAt: Date }

/** The vehicles and weapons that wait, the oldest first. */
export async function listWaiting(db: Db, page: PageQuery): Promise<Omit<RecordApproval, 'record'>[]> {
  const { rows } = await sql<Row>`
    select r."of", r.id, r.version, r.label, r.model, r.colour, r.vin, c.id as "characterId", c.name, c.born_on::text as "bornOn",
      u.id as "userId", u.name as "userName", r.approval_asked_at as "askedAt"
    from ${waiting} order by r.approval_asked_at, r."of", r.id ${limitTo(page)}`.execute(db)
  return rows.map(({ userId, userName, askedAt, ...row }) => ({
    ...row,
    member: { userId, name: userName },
    askedAt: askedAt.toISOString(),
  }))
}

export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from ${waiting} limit ${COUNT_LIMIT + 1}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

export const countByOwner = () =>
  sql<{ ownerId: number; count: number }>`select c.user_id as "ownerId", count(*)::integer as count from ${waiting} group by c.user_id`
