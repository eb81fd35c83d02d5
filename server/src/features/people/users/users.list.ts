import {
  COUNT_LIMIT,
  isSteamHex,
  levelOf,
  ROOT_LEVEL,
  type CurrentUser,
  type PageOf,
  type UserFilter,
  type UserRow,
} from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { escapeLike } from '../../../platform/database/like.ts'
import { idsAbove } from './users.account.ts'
import { storedColumns, storedNames, toUserRows, type StoredRows } from './users.rows.ts'

type UserQuery = UserFilter & {
  readonly includeDisabled: boolean
  readonly includeDeleted: boolean
  readonly term?: string
}

type Answer = StoredRows & { readonly counted: number }
/** `hidden` are accounts of which the caller may only see the name; undefined for Root. */
type Listed = UserQuery & { readonly hidden: RawBuilder<unknown> | undefined }

/** Pages of accounts with their memberships and roles, in one statement. */
export function createUserList({ db, pool }: { db: Db; pool: pg.Pool }) {
  const run = runner(db, pool)

  /** In index order, and counted up to the limit. */
  const read = (query: Listed) =>
    run<Answer>(sql`
      select ${storedNames}, json_agg(u) as items,
        (select count(*) from (select from users u where ${conditions(query)} limit ${sql.lit(COUNT_LIMIT + 1)}) as counted) as counted
      from (
        select ${storedColumns} from (
          select * from users u where ${conditions(query)} order by ${order(query, sortKey(query))}
          -- Written out, because the best plan depends on how far the page reaches.
          limit ${sql.lit(query.pageSize)} offset ${sql.lit(offsetOf(query))}
        ) u
      ) u`)

  /** Reads all hits once, to count and sort them. If there are more than the count limit, reading in index order is faster. */
  const search = async (query: Listed) => {
    const answer = await run<Answer>(sql`
      with hits as materialized (
        select u.id, ${sortKey(query)} as key from users u where ${conditions(query)} limit ${sql.lit(COUNT_LIMIT + 1)}
      ), page as (
        select id, key from hits order by ${order(query, sql`key`)}
        limit (select ${query.pageSize}::integer) offset (select ${offsetOf(query)}::integer)
      )
      select ${storedNames}, json_agg(u) as items, (select count(*) from hits) as counted
      from (select ${storedColumns} from page join users u on u.id = page.id order by ${order(query, sql`page.key`, sql`page.id`)}) u`)
    return answer.counted > COUNT_LIMIT ? read(query) : answer
  }

  return async (own: CurrentUser, query: UserQuery): Promise<PageOf<UserRow>> => {
    const listed = { ...query, hidden: levelOf(own) >= ROOT_LEVEL ? undefined : idsAbove(own) }
    const answer = await (query.term === undefined ? read(listed) : search(listed))
    return toPage(toUserRows(own, answer), answer.counted, query)
  }
}

const MAX_PREPARED = 40

/** Names up to MAX_PREPARED statements, so that PostgreSQL plans them once per connection: planning takes as long as reading a page. */
function runner(db: Db, pool: pg.Pool) {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const name = names.get(text) ?? (names.size < MAX_PREPARED ? `users-${names.size}` : undefined)
    if (name) names.set(text, name)
    return name
  }
  return async <T extends pg.QueryResultRow>(query: RawBuilder<unknown>): Promise<T> => {
    const { sql: text, parameters } = query.compile(db)
    const { rows } = await pool.query<T>({ name: nameOf(text), text, values: [...parameters] })
    const [row] = rows
    if (!row) throw new Error('The list of users returned no row')
    return row
  }
}

const offsetOf = ({ page, pageSize }: UserQuery) => (page - 1) * pageSize

const SORT_KEY: Record<UserFilter['sort'], RawBuilder<unknown>> = {
  name: sql`lower(u.name)`,
  emailAddress: sql`lower(u.email)`,
  createdAt: sql`u.created_at`,
  lastSeenAt: sql`u.last_seen_at`,
}

/** Sorting by address would reveal roughly the addresses of hidden accounts. */
const isHidingSort = ({ sort, hidden }: Listed) => sort === 'emailAddress' && hidden !== undefined
const sortKey = (query: Listed): RawBuilder<unknown> =>
  isHidingSort(query) ? sql`case when u.id not in ${query.hidden} then lower(u.email) end` : SORT_KEY[query.sort]

/** Index order or its reverse. Accounts never seen count as seen longest ago, and hidden addresses come last. */
function order(query: Listed, key: RawBuilder<unknown>, id: RawBuilder<unknown> = sql`id`): RawBuilder<unknown> {
  const { sort, direction } = query
  if (isHidingSort(query)) return direction === 'desc' ? sql`${key} desc nulls last, ${id} desc` : sql`${key} nulls last, ${id}`
  if (sort === 'lastSeenAt') return direction === 'desc' ? sql`${key} desc nulls last, ${id}` : sql`${key} nulls first, ${id} desc`
  return direction === 'desc' ? sql`${key} desc, ${id} desc` : sql`${key}, ${id}`
}

function conditions(query: Listed): RawBuilder<unknown> {
  const { includeDisabled, includeDeleted, departmentId, rankId, roleId, whitelist, term, hidden } = query
  const all: RawBuilder<unknown>[] = [sql`not u.is_simulated`]
  if (!includeDisabled) all.push(sql`u.disabled_at is null`)
  if (!includeDeleted) all.push(sql`u.deleted_at is null`)
  if (term !== undefined) all.push(matchesTerm(term))
  if (term !== undefined && hidden) all.push(sql`(${nameContains(term)} or u.id not in ${hidden})`)
  if (departmentId !== undefined || rankId !== undefined) {
    // Written out as well, because the best plan depends on how many members the department has.
    const inDepartment = departmentId === undefined ? sql`true` : sql`ud.department_id = ${sql.lit(departmentId)}`
    const withRank = rankId === undefined ? sql`true` : sql`ud.rank_id = ${sql.lit(rankId)}`
    all.push(sql`exists (select from user_departments ud where ud.user_id = u.id and ${inDepartment} and ${withRank})`)
  }
  if (roleId !== undefined) all.push(sql`exists (select from user_roles ur where ur.user_id = u.id and ur.role_id = ${sql.lit(roleId)})`)
  if (whitelist !== undefined) all.push(WHITELIST[whitelist])
  return sql.join(all, sql` and `)
}

const WHITELIST: Record<NonNullable<UserFilter['whitelist']>, RawBuilder<unknown>> = {
  prod: sql`(u.is_whitelisted or u.is_entitled)`,
  dev: sql`(u.is_whitelisted_dev or u.is_entitled_dev)`,
  none: sql`not (u.is_whitelisted or u.is_entitled or u.is_whitelisted_dev or u.is_entitled_dev)`,
}

/** Every Steam hex starts with this part. The search text omits it and marks its place with a separator that no term contains. */
const COMMON_PART = '1100001'
const END_OF_COMMON_PART = '\n\n'

/** Whether name, email address or Steam hex of the account `u` contains the term, ignoring case. */
function matchesTerm(term: string): RawBuilder<unknown> {
  const wanted = normalised(term)
  // A complete Steam hex has its own index.
  if (isSteamHex(wanted) && wanted.startsWith(COMMON_PART)) return sql`lower(u.steam_id) = ${wanted} and u.steam_id <> ''`
  // As a subquery, so that the plan does not depend on the term: one index plan serves all of them.
  const ways = [wanted, ...restsOfSteamHex(wanted)].map((text) => sql`u.search_text like (select ${`%${escapeLike(text)}%`}::text)`)
  if (COMMON_PART.includes(wanted)) ways.push(sql`u.steam_id like ${`${COMMON_PART}%`}`)
  return sql`(${sql.join(ways, sql` or `)})`
}

/**
 * Search condition for accounts whose email address and Steam hex the caller must not find out. Nearly every name matches as it is;
 * replacing its spaces takes ten times as long.
 */
const nameContains = (term: string): RawBuilder<unknown> => {
  const pattern = `%${escapeLike(normalised(term))}%`
  return sql`(lower(u.name) like ${pattern} or regexp_replace(lower(u.name), '\\s+', ' ', 'g') like ${pattern})`
}

/** For a term that starts within the common part, the text that must follow it: `0001ab` matches where `ab` comes next. */
function restsOfSteamHex(term: string): string[] {
  return Array.from({ length: COMMON_PART.length }, (_, index) => index + 1)
    .filter((length) => length < term.length && COMMON_PART.endsWith(term.slice(0, length)))
    .map((length) => END_OF_COMMON_PART + term.slice(length))
}

const normalised = (term: string) => term.toLowerCase().replace(/\s+/g, ' ')
