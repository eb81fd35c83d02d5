import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts'

const SIGN_IN_RETENTION_DAYS = 180

export function authJobs(db: Db): Job[] {
  return [
    defineJob({
      name: 'sessions-expire',
      payload: z.object({}),
      schedule: '* * * * *',
      /** An expired session is refused at once. Revoking it ends its sockets. */
      work: async () => {
        await sql`update sessions set revoked_at = now() where revoked_at is null and expires_at <= now()`.execute(db)
      },
    }),
    defineJob({
      name: 'sign-ins-prune',
      payload: z.object({}),
      dailyAt: '04:17',
      work: async () => {
        await sql`delete from sign_ins where at < now() - make_interval(days => ${SIGN_IN_RETENTION_DAYS})`.execute(db)
        await sql`delete from known_devices where last_at < now() - make_interval(days => ${SIGN_IN_RETENTION_DAYS})`.execute(db)
        await sql`delete from sessions where coalesce(revoked_at, expires_at) < now() - make_interval(days => ${SIGN_IN_RETENTION_DAYS})`.execute(
          db,
        )
      },
    }),
  ]
}
