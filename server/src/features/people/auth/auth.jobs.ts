import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { defineJob, enqueue, type Job } from '../../../platform/jobs/jobs.ts'

const SIGN_IN_RETENTION_DAYS = 180

/** Declared separately from its work, so that opening a session can enqueue it. */
export const expireSession = { name: 'session-expire', payload: z.object({ sessionId: z.int() }) } as const

export function authJobs(db: Db): Job[] {
  return [
    defineJob({
      ...expireSession,
      /** A session in use has been extended meanwhile, and is checked again at its new expiry. */
      work: ({ sessionId }) =>
        db.transaction().execute(async (tx) => {
          const session = await tx
            .selectFrom('sessions')
            .select(['expires_at', 'revoked_at'])
            .where('id', '=', sessionId)
            .forUpdate()
            .executeTakeFirst()
          if (!session || session.revoked_at) return
          if (session.expires_at > new Date()) return enqueue(tx, expireSession, { sessionId }, { runAt: session.expires_at })
          await tx.updateTable('sessions').set({ revoked_at: new Date() }).where('id', '=', sessionId).execute()
        }),
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
