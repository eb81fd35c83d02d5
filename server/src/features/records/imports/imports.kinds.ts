import type { ImportKind } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { RowProblem } from './imports.fields.ts'
import { offences } from './imports.offences.ts'
import { people } from './imports.people.ts'
import type { Kind } from './imports.plan.ts'
import { vehicles } from './imports.vehicles.ts'

export const KINDS: Readonly<Record<ImportKind, Kind>> = { people, vehicles, offences }

/** Rows whose key an earlier row has already. */
export async function findDuplicates(db: Db | Tx, importId: number, kind: Kind): Promise<RowProblem[]> {
  const problems: RowProblem[] = []
  for (const { field, key, message } of kind.uniques) {
    const { rows } = await sql<{ row: number; first: number }>`
      select row, first from (
        select row, min(row) over (partition by key) as first
        from (select row, ${key} as key from import_rows where import_id = ${importId}) keyed where key is not null
      ) numbered where row > first order by row`.execute(db)
    for (const { row, first } of rows) problems.push({ row, field, message: message(first) })
  }
  return problems
}
