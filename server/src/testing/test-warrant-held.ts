import { sql } from 'kysely'
import { until, type TestPortal } from './test-portal.ts'

/** The answer to a request that waits for the lock of a warrant while `work` is done. */
export async function whileHeld<T>(t: TestPortal, warrantId: number, request: () => Promise<T>, work: () => Promise<unknown>): Promise<T> {
  let answer: Promise<T> | undefined
  await t.db.transaction().execute(async (tx) => {
    await sql`select from warrants where id = ${warrantId} for update`.execute(tx)
    answer = request()
    await until('the request waits', async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'select from warrants%'`.execute(t.db)
      return rows.length > 0
    })
    await work()
  })
  if (!answer) throw new Error('the request was not sent')
  return answer
}
