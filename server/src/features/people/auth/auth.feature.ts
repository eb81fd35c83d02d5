import { login, logout, me, validate } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import type { UserCache } from '../../../platform/auth/current-user.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { publicRoute, route, signInRoute } from '../../../platform/http/route.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { Mails } from '../mails/mails.port.ts'
import { newDeviceJob } from './auth.devices.ts'
import { authJobs } from './auth.jobs.ts'
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
