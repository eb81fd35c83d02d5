import type { FastifyBaseLogger } from 'fastify'
import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { authJobs } from './auth.jobs.ts'
import { authPlugin } from './auth.plugin.ts'
import { createAuthService } from './auth.service.ts'

type Deps = {
  readonly db: Db
  readonly background: { readonly db: Db }
  readonly attempts: AttemptGuard
  readonly log: FastifyBaseLogger
}

export function authFeature({ db, background, attempts, log }: Deps): Feature {
  const auth = createAuthService({ db, attempts, log })
  return { name: 'auth', routes: (app) => authPlugin(app, { auth }), jobs: authJobs(background.db), close: auth.close }
}
