import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts'

export const linkJobs = (db: Db): Job[] => [
  defineJob({
    name: 'discord-sign-ins-prune',
    payload: z.object({}),
    schedule: '*/10 * * * *',
    work: async () => {
      await sql`delete from discord_sign_ins where expires_at < now()`.execute(db)
      await sql`delete from discord_link_codes where expires_at < now()`.execute(db)
    },
  }),
]
