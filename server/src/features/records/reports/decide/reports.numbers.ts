import type { ReportKind } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/database.ts'

/**
 * The next number of a kind in this year, by the community's calendar. Its row stays locked until the transaction ends: if that fails the number was never given,
 * and the next one waits until it is known. Taken last, after everything that may be refused.
 */
export async function takeNumber(tx: Tx, kind: ReportKind): Promise<{ year: number; number: number }> {
  const { rows } = await sql<{ year: number; number: number }>`
    insert into report_numbers as n (kind, year, last) values (${kind}, extract(year from community_today()), 1)
    on conflict (kind, year) do update set last = n.last + 1
    returning year, last as number`.execute(tx)
  const [taken] = rows
  if (!taken) throw new Error(`no number for a ${kind}`)
  return taken
}
