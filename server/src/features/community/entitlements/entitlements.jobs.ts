import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts'
import { requestWhitelistPush } from '../../game/whitelist/whitelist.port.ts'

/** What ends with time ends in the views by itself; whitelists are kept in the members' rows, which have to follow. */
export async function settleWhitelists(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ changed: number }>`select refresh_all_entitled() as changed`.execute(tx)
    if ((rows[0]?.changed ?? 0) > 0) await requestWhitelistPush(tx, {}, ['prod', 'dev'])
  })
}

export const entitlementJobs = (db: Db): Job[] => [
  defineJob({ name: 'entitled-whitelists', payload: z.object({}), schedule: '* * * * *', work: () => settleWhitelists(db) }),
]
