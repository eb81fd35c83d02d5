import { MAX_SEARCH_ROWS, type ShownFlag, type Unapproved } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/database.ts'
import { prepare } from '../../../../platform/database/prepared.ts'
import { shownFlags } from '../../record-flags/record-flags.port.ts'

/** A character with several names has several rows in the index. */
const MAX_CANDIDATES = 5 * MAX_SEARCH_ROWS

const names = prepare<{ typed: string }, { words: string[]; ids: number[] }>(
  ($) => sql`select words_of_name(${$('typed')}) as words, array(select find_names(${$('typed')}, ${MAX_CANDIDATES})) as ids`,
)
/** The typed words, and the ids of people who have all of them in their names. */
export async function findByName(db: Db, typed: string): Promise<{ words: string[]; ids: number[] }> {
  const [found] = await names.run(db, { typed })
  return { words: found?.words ?? [], ids: [...new Set(found?.ids)] }
}

const near = prepare<{ words: readonly string[] }, { words: string[] }>(
  ($) => sql`
    select array(select distinct near_words(typed.word, true)) as words
    from unnest(${$('words')}::text[]) with ordinality as typed (word, place) order by typed.place`,
)
/** For each typed word, the words that may be meant. */
export const findNearWords = async (db: Db, words: readonly string[]): Promise<string[][]> =>
  (await near.run(db, { words })).map((row) => row.words)

const nearNames = prepare<{ firsts: readonly string[]; seconds: readonly string[]; prefix: string | null }, { ids: number[] }>(
  ($) => sql`
    select array(select find_near_names(${$('firsts')}::text[], ${$('seconds')}::text[], ${$('prefix')}::text, ${MAX_CANDIDATES})) as ids`,
)
export async function findByNearWords(
  db: Db,
  firsts: readonly string[],
  seconds: readonly string[],
  prefix: string | null,
): Promise<number[]> {
  const [found] = await nearNames.run(db, { firsts, seconds, prefix })
  return [...new Set(found?.ids)]
}

const phones = prepare<{ digits: string }, { id: number }>(
  ($) => sql`
    select id from characters where phone_key <> '' and removed_at is null and merged_into_id is null
      and phone_key ~>=~ ${$('digits')} and phone_key ~<~ (${$('digits')} || chr(1114111)) order by phone_key using ~<~ limit ${MAX_SEARCH_ROWS}`,
)
export const findByPhone = async (db: Db, digits: string): Promise<number[]> => (await phones.run(db, { digits })).map(({ id }) => id)

const plates = prepare<{ key: string }, { ids: number[] }>(
  ($) => sql`select array(select find_vehicles(${$('key')}, ${MAX_SEARCH_ROWS})) as ids`,
)
export const findByPlate = async (db: Db, key: string): Promise<number[]> => [...new Set((await plates.run(db, { key }))[0]?.ids)]

const nearPlates = prepare<{ keys: readonly string[] }, { ids: number[] }>(
  ($) => sql`select array(select find_near_vehicles(${$('keys')}::text[], ${MAX_CANDIDATES})) as ids`,
)
export const findByNearPlates = async (db: Db, keys: readonly string[]): Promise<number[]> => [
  ...new Set((await nearPlates.run(db, { keys }))[0]?.ids),
]

type WeaponFound = {
  id: number
  serial: string
  model: string
  characterId: number
  recordFlags: ShownFlag[]
  approval: Unapproved['state'] | null
}
const weapons = prepare<{ key: string }, WeaponFound>(
  ($) => sql`
    select id, serial, model, approval, character_id as "characterId", ${shownFlags('weapon', sql`weapons.id`)} as "recordFlags" from weapons
    where removed_at is null and serial_key ~>=~ ${$('key')} and serial_key ~<~ (${$('key')} || chr(1114111))
    order by serial_key using ~<~ limit ${MAX_SEARCH_ROWS}`,
)
export const findBySerial = (db: Db, key: string): Promise<WeaponFound[]> => weapons.run(db, { key })
