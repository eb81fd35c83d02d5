import { moneySetting, moneyWords, SHIPPED_MEASURES } from '@tenfour/contract'
import type { Db, Tx } from './database/database.ts'

const MAX_LINE = 300

/** Writes an amount as the community does: '$1,500', '1,500 €'. */
export type Money = (amount: number) => string

/** How the community writes money now. A sentence that is kept says an amount as it was written then. */
export async function moneyOf(db: Db | Tx): Promise<Money> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', moneySetting.key).executeTakeFirst()
  const money = moneySetting.schema.safeParse(row?.value).data ?? SHIPPED_MEASURES.money
  return (amount) => moneyWords({ money }, amount)
}

/** A longer text as one line, cut where it is too long. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line
}
