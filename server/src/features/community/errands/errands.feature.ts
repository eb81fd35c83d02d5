import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { createJobsTeller } from './errands.jobs.ts'
import { errandsPlugin } from './errands.plugin.ts'
import { pruneErrands } from './errands.repo.ts'
import { createErrandRunner, type RunnerTiming } from './errands.runner.ts'
import { createErrandService } from './errands.service.ts'
import type { ErrandKind } from './errands.types.ts'

type Deps = {
  readonly db: Db
  readonly background: { readonly db: Db }
  readonly publish: Publish
  readonly log: FastifyBaseLogger
  readonly kinds: readonly ErrandKind[]
  readonly runnerTiming?: RunnerTiming | undefined
}
type ErrandsFeature = Feature & { readonly startRunner: ReturnType<typeof createErrandRunner>; readonly jobsChanged: () => void }

const PRUNE_BATCH = 5000

export function errandsFeature({ db, background, publish, log, kinds, runnerTiming }: Deps): ErrandsFeature {
  const teller = createJobsTeller({ db, publish, onError: (error) => log.error({ err: error }, 'discord jobs') })
  return {
    name: 'errands',
    routes: (app) => errandsPlugin(app, { errands: createErrandService({ db, kinds, changed: teller.soon }) }),
    jobs: [
      defineJob({
        name: 'discord-errands-prune',
        payload: z.object({}),
        schedule: '23 * * * *',
        work: async () => {
          while ((await pruneErrands(background.db, PRUNE_BATCH)) === PRUNE_BATCH);
        },
      }),
    ],
    stop: teller.stop,
    startRunner: createErrandRunner({ db, log, kinds, changed: teller.soon, timing: runnerTiming }),
    jobsChanged: teller.soon,
  }
}
