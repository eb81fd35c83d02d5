import { login, logout, me, validate } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import type { UserCache } from '../../../platform/auth/current-user.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { publicRoute, route, signInRoute } from '../../../platform/http/route.ts'
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { Mails } from '../mails/mails.port.ts'
import { newDeviceJob } from './auth.devices.ts'
import { createAuthService, TooManyAttempts } from './auth.service.ts'

type Deps = {
  readonly db: Db
  readonly users: UserCache
  readonly background: { readonly db: Db }
  readonly attempts: AttemptGuard
  readonly log: FastifyBaseLogger
  readonly mails: Mails
  readonly settings: Pick<Settings, 'calendar'>
}

export function authFeature({ db, users, background, attempts, log, mails, settings }: Deps): Feature {
  const auth = createAuthService({ db, users, attempts, log })
  return {
    name: 'auth',
    routes: async (app) => {
      app.addHook('onError', async (_request, reply, error) => {
        if (error instanceof TooManyAttempts) reply.header('retry-after', error.waitSeconds)
      })
      signInRoute(app, login, (caller, { body }) => auth.login(caller, body))
      publicRoute(app, validate, (caller, { body }) => auth.validate(caller, body))
      route(app, me, async (actor) => actor.user)
      route(app, logout, (actor) => auth.logout(actor))
    },
    jobs: [...authJobs(background.db), newDeviceJob({ db: background.db, mails, settings })],
    close: auth.close,
  }
}

const SIGN_IN_RETENTION_DAYS = 180

function authJobs(db: Db): Job[] {
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
