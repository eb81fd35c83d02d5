import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../../platform/database/transaction.ts'
import { defineJob } from '../../../../platform/jobs/jobs.ts'
import { readWarrant } from '../read/warrants.rows.ts'
import type { WarrantDeps } from '../warrants.deps.ts'
import { recordStep, stateChange, writeStep } from './warrants.step.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly historyKey: Buffer }
const BATCH = 200

/** Runs every minute. Until it has run, an expired warrant cannot be used either: readers and acts go by the clock. */
export const expiryJob = ({ background, publish, historyKey }: WarrantDeps) =>
  defineJob({
    name: 'warrants-expire',
    payload: z.object({}),
    schedule: '* * * * *',
    work: () => expireWarrants({ db: background.db, publish, historyKey }),
  })

/** Ends each expired warrant in a transaction of its own, so that one failure does not stop the others; failures are reported at the end. */
export async function expireWarrants(deps: Deps, now = () => new Date(), batch = BATCH): Promise<void> {
  const failures: unknown[] = []
  let last = 0
  for (;;) {
    const { rows } = await sql<{ id: number }>`select id from warrants
      where state = 'active' and expires_at <= ${now()} and id > ${last} order by id limit ${batch}`.execute(deps.db)
    for (const { id } of rows) {
      try {
        await expire(deps, id, now())
      } catch (error) {
        failures.push(error)
      }
    }
    last = rows.at(-1)?.id ?? last
    if (rows.length < batch) break
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} warrants could not be expired`)
}

/** Does nothing while someone else has the warrant locked: another portal, or an officer who serves it at this moment. */
const expire = ({ db, publish, historyKey }: Deps, warrantId: number, at: Date): Promise<void> =>
  inTransaction(db, publish, async (tx, _emit, _after, emitAll) => {
    const { rows } = await sql`select from warrants
      where id = ${warrantId} and state = 'active' and expires_at <= ${at} for update skip locked`.execute(tx)
    if (rows.length === 0) return
    const before = await readWarrant(tx, warrantId)
    await writeStep(tx, before, { state: 'expired', closed_at: at }, at)
    await recordStep(tx, emitAll, historyKey, {
      warrantId,
      before,
      by: null,
      title: 'Expired',
      changes: stateChange(before, 'expired'),
      at,
    })
  })
