import { randomInt } from 'node:crypto'
import { INT_MAX } from '@tenfour/contract'
import { sql } from 'kysely'
import { readToday } from '../../../../platform/calendar/calendar.ts'
import type { Tx } from '../../../../platform/database/database.ts'

export type DrawnNumber = { readonly id: number; readonly year: number; readonly number: number }
/** Draws a number from `from` up to, but not including, `below`. */
type Draw = (from: number, below: number) => number

/** Half of the numbers are free, so drawing this many taken ones in a row practically never happens. */
const ATTEMPTS = 64
const MAX_DIGITS = 9

/**
 * Draws an id and a number of this year, by the community's calendar, until `insert` says that neither was taken. They are random, so that
 * nobody can tell from them how many warrants there are, or that there are warrants which they are not shown.
 */
export async function insertWithDrawnNumber(
  tx: Tx,
  insert: (drawn: DrawnNumber) => Promise<boolean>,
  draw: Draw = randomInt,
): Promise<number> {
  const year = Number((await readToday(tx)).slice(0, 4))
  const [from, below] = await openRange(tx, year)
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const drawn = { id: draw(1, INT_MAX), year, number: draw(from, below) }
    if (await insert(drawn)) return drawn.id
  }
  throw new Error(`no number for a warrant in ${ATTEMPTS} attempts`)
}

/** The range of the shortest numbers, of four digits or more, of which less than half are in use this year. */
async function openRange(tx: Tx, year: number): Promise<readonly [from: number, below: number]> {
  for (let digits = 4; digits <= MAX_DIGITS; digits += 1) {
    const [from, below] = [digits === 4 ? 1 : 10 ** (digits - 1), 10 ** digits]
    const half = Math.ceil((below - from) / 2)
    const { rows } = await sql<{ count: number }>`
      select count(*) from (select from warrants where year = ${year} and number >= ${from} and number < ${below} limit ${half}) taken`.execute(
      tx,
    )
    if ((rows[0]?.count ?? 0) < half) return [from, below]
  }
  throw new Error(`the numbers of ${year} are used up`)
}
