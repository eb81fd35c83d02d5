import { COUNT_LIMIT, type PageOf, type PageQuery } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../errors.ts'
import type { Db, Tx } from './database.ts'

/** Reading a page costs as much as all the pages before it, so the number of rows that can be listed is limited. */
export const MAX_ROWS_DOWN = 10_000

/** `counted` comes from a count that stops one past the limit, so that counting a long list costs no more than a short one. */
export const toPage = <T>(items: T[], counted: number, { page, pageSize }: PageQuery): PageOf<T> => ({
  items,
  total: Math.min(counted, COUNT_LIMIT),
  isTotalExact: counted <= COUNT_LIMIT,
  page,
  pageSize,
})

/** The rows of a page. */
export const limitTo = ({ page, pageSize }: PageQuery): RawBuilder<unknown> => sql`limit ${pageSize} offset ${(page - 1) * pageSize}`

/** The rows of a page of a list that may be long; `advice` says how to find rows beyond the limit. */
export function limitOfLongList(query: PageQuery, advice = 'use a filter'): RawBuilder<unknown> {
  if ((query.page - 1) * query.pageSize < MAX_ROWS_DOWN) return limitTo(query)
  throw new AppError('invalid_input', `Only the first ${MAX_ROWS_DOWN.toLocaleString('en')} can be listed: ${advice}`, 'page')
}

/** How many rows there are, up to one past the limit. */
export async function countOf(db: Db | Tx, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from (select ${from} limit ${COUNT_LIMIT + 1}) counted`.execute(db)
  return rows[0]?.count ?? 0
}
