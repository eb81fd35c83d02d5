import { isSteamHex } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'

/** Every Steam hex begins with it; the text that is searched leaves it out and marks its end, by what no term contains. */
const COMMON_PART = '1100001'
const END_OF_COMMON_PART = '\n\n'

/** Whether name, email address or Steam hex of the account `u` contains the term, in any case. */
export function matchesTerm(term: string): RawBuilder<unknown> {
  const wanted = normalised(term)
  // A whole Steam hex is in an index of its own.
  if (isSteamHex(wanted) && wanted.startsWith(COMMON_PART)) return sql`lower(u.steam_id) = ${wanted} and u.steam_id <> ''`
  // Asked for by a query of its own, a term does not enter into the plan: the same one, by the index, serves all of them.
  const ways = [wanted, ...restsOfSteamHex(wanted)].map((text) => sql`u.search_text like (select ${`%${escapeLike(text)}%`}::text)`)
  if (COMMON_PART.includes(wanted)) ways.push(sql`u.steam_id like ${`${COMMON_PART}%`}`)
  return sql`(${sql.join(ways, sql` or `)})`
}

/** What is found of those whose email address and Steam hex the caller must not find out. */
export const nameContains = (term: string): RawBuilder<unknown> =>
  sql`regexp_replace(lower(u.name), '\\s+', ' ', 'g') like ${`%${escapeLike(normalised(term))}%`}`

/** What has to follow the common part for a term that begins within it: `0001ab` is found where `ab` comes next. */
function restsOfSteamHex(term: string): string[] {
  return Array.from({ length: COMMON_PART.length }, (_, index) => index + 1)
    .filter((length) => length < term.length && COMMON_PART.endsWith(term.slice(0, length)))
    .map((length) => END_OF_COMMON_PART + term.slice(length))
}

const normalised = (term: string) => term.toLowerCase().replace(/\s+/g, ' ')
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
