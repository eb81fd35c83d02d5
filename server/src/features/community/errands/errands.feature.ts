import { dropDiscordErrand, dropFailedErrands, listDiscordErrands, retryDiscordErrand } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { route } from '../../../platform/http/route.ts'
import type { Db } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { pruneErrands, readJobs } from './errands.repo.ts'
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
  const teller = createJobsTeller({
    db,
    publish,
    onError: (error) => log.error({ err: error }, 'the counts of Discord jobs could not be sent'),
  })
  const errands = createErrandService({ db, kinds, changed: teller.soon })
  return {
    name: 'errands',
    routes: async (app) => {
      route(app, listDiscordErrands, (_actor, { query }) => errands.list(query))
      route(app, retryDiscordErrand, (actor, { params }) => errands.retry(actor, params.errandId))
      route(app, dropDiscordErrand, (actor, { params }) => errands.drop(actor, params.errandId))
      route(app, dropFailedErrands, (actor) => errands.dropFailed(actor))
    },
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

const TELL_MS = 500

/** Tells the room how many jobs wait and have failed, at most twice a second. */
function createJobsTeller({ db, publish, onError }: { db: Db; publish: Publish; onError: (error: unknown) => void }) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const tell = () => inTransaction(db, publish, async (tx, emit) => emit('discord', {}, 'jobs.changed', await readJobs(tx))).catch(onError)
  return {
    soon: (): void => {
      if (isStopped) return
      timer ??= setTimeout(() => {
        timer = undefined
        void tell()
      }, TELL_MS)
    },
    stop: (): void => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
