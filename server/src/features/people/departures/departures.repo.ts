import {
  FormerMember,
  groupsOutOfReach,
  levelOf,
  ROOT_LEVEL,
  type CurrentUser,
  type FormerMemberFilter,
  type PageOf,
} from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { iso } from '../../../platform/database/iso.ts'
import { escapeLike } from '../../../platform/database/like.ts'
import { countOf, limitOfLongList, toPage } from '../../../platform/database/page.ts'
import { idsAbove } from '../users/users.port.ts'
import { Had } from './departures.write.ts'

/** A departure `p` of the account `u`, let go by `w`, with the open bar `b` by `x`. */
const former = sql`departures p join users u on u.id = p.user_id left join users w on w.id = p.by_id
  left join bars b on b.user_id = u.id and b.lifted_at is null left join users x on x.id = b.barred_by`

const Row = FormerMember.omit({ had: true, isAbove: true }).extend({ had: Had })

const SHOWN: Record<FormerMemberFilter['show'], RawBuilder<unknown>> = {
  all: sql`true`,
  left: sql`p.kind = 'left'`,
  'let-go': sql`p.kind = 'let-go'`,
  barred: sql`b.id is not null`,
}

/**
 * Members who are away. The email address of one who had a role above the caller's is hidden, and not searched: their roles were taken when they
 * left, so that those in the list count.
 */
export async function listFormerMembers(db: Db, own: CurrentUser, query: FormerMemberFilter): Promise<PageOf<FormerMember>> {
  const above = await rolesAbove(db, own)
  const isAbove = sql`exists (select from jsonb_array_elements(p.had -> 'roles') r where (r ->> 'roleId')::integer = any(${above}::integer[]))`
  const pattern = `%${escapeLike((query.q ?? '').toLowerCase())}%`
  const matches = query.q
    ? sql`(lower(u.name) like ${pattern} or lower(p.reason) like ${pattern} or lower(u.email) like ${pattern} and not ${isAbove})`
    : sql`true`
  const where = sql`p.returned_at is null and ${SHOWN[query.show]} and ${matches}`
  const [{ rows }, counted] = await Promise.all([
    sql<{ row: unknown; is_above: boolean }>`
      select json_build_object('userId', u.id, 'name', u.name, 'avatarColor', u.avatar_color,
        'picture', (select d.digest from pictures d where d.id = u.picture_id), 'emailAddress', u.email,
        'kind', p.kind, 'at', ${iso('p.at')}, 'reason', p.reason, 'had', p.had,
        'by', case when w.id is not null then json_build_object('userId', w.id, 'name', w.name) end,
        'bar', case when b.id is not null then json_build_object('barId', b.id, 'at', ${iso('b.barred_at')}, 'reason', b.reason,
          'by', json_build_object('userId', x.id, 'name', x.name), 'identifiers', coalesce((
            select json_agg(distinct i.kind) from bar_identifiers i where i.bar_id = b.id), '[]'),
          'mayLift', x.id not in ${idsAbove(own)}) end) as row, ${isAbove} as is_above
      from ${former} where ${where} order by p.at desc, p.id desc ${limitOfLongList(query)}`.execute(db),
    countOf(db, sql`from ${former} where ${where}`),
  ])
  const items = rows.map(({ row, is_above }) => {
    const { had, emailAddress, ...member } = Row.parse(row)
    return { ...member, emailAddress: is_above ? null : emailAddress, isAbove: is_above, had: hadInWords(had) }
  })
  return toPage(z.array(FormerMember).parse(items), counted, query)
}

const hadInWords = ({ departments, roles, permissions, isWhitelisted, isWhitelistedDev }: Had): FormerMember['had'] => ({
  departments: departments.map(({ name, rankName }) => (rankName === null ? name : `${name}, ${rankName}`)),
  roles: roles.map(({ name }) => name),
  permissions,
  whitelists: [...(isWhitelisted ? (['prod'] as const) : []), ...(isWhitelistedDev ? (['dev'] as const) : [])],
})

/** The ids of the roles above someone. */
async function rolesAbove(db: Db, own: CurrentUser): Promise<number[]> {
  if (levelOf(own) >= ROOT_LEVEL) return []
  const { rows } = await sql<{ id: number }>`
    select r.id from roles r join role_groups g on g.id = r.role_group_id
    where r.level > ${levelOf(own)} or g.name = any(${groupsOutOfReach(own)}::text[])`.execute(db)
  return rows.map(({ id }) => id)
}
