import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts'

const RETENTION_DAYS = 30

/** Pings and tones only matter for minutes; their outcome is in the call logs. */
export const deskJobs = (db: Db): Job[] => [
  defineJob({
    name: 'pings-prune',
    payload: z.object({}),
    dailyAt: '04:27',
    work: async () => {
      await sql`delete from pings where closed_at < now() - make_interval(days => ${RETENTION_DAYS})`.execute(db)
      await sql`delete from tones where at < now() - make_interval(days => ${RETENTION_DAYS})`.execute(db)
    },
  }),
]
