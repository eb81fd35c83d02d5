import { isSteamHex } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'

/** Every Steam hex starts with it. The search text omits it and marks its place with a separator that no term contains. */
const COMMON_PART = '1100001'
const END_OF_COMMON_PART = '\n\n'

/** Whether name, email address or Steam hex of the account `u` contains the term, ignoring case. */
export function matchesTerm(term: string): RawBuilder<unknown> {
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
export const nameContains = (term: string): RawBuilder<unknown> => {
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
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
