import { MAX_IMPORT_ROWS, MAX_OFFENCES } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { countOffencesInUse, lockPenalCode, planOffences, writeOffences, type GivenOffence } from '../offences/offences.port.ts'
import { UnreadableFile } from '../../../platform/csv/csv.ts'
import type { Kind, Range } from './imports.plan.ts'
import { rowsIn } from './imports.sql.ts'

async function givenIn(db: Db | Tx, range: Range): Promise<{ row: number; input: GivenOffence }[]> {
  const { rows } = await sql<{ row: number; input: GivenOffence }>`select i.row, i.input from ${rowsIn(range)} order by i.row`.execute(db)
  return rows
}

const rangeOf = (importId: number): Range => ({ importId, from: 0, to: 2 * MAX_IMPORT_ROWS })

/** Offences are imported in one transaction: a penal code is small, and half a penal code is of no use. */
export const offences: Kind = {
  batchRows: rangeOf(0).to,
  uniques: [{ field: 'code', key: sql`lower(input ->> 'code')`, message: (row) => `Row ${row} has the same code` }],
  lock: lockPenalCode,

  plan: async (db, range) => {
    const planned = await planOffences(db, await givenIn(db, range))
    const added = planned.filter(({ action }) => action === 'add').length
    if (added > 0 && (await countOffencesInUse(db)) + added > MAX_OFFENCES) {
      throw new UnreadableFile(`the penal code has at most ${MAX_OFFENCES.toLocaleString('en')} offences: retire some first`)
    }
    return planned.map(({ row, action, offenceId }) => ({ row, action, targetId: offenceId, ownerId: null, problems: [] }))
  },

  write: async (tx, emit, run) => {
    const planned = await planOffences(tx, await givenIn(tx, rangeOf(run.id)))
    const added = await writeOffences(tx, emit, planned, run.started_by)
    await sql`insert into import_added (import_id, record_id) select ${run.id}, id from unnest(${added}::integer[]) id`.execute(tx)
  },
}
