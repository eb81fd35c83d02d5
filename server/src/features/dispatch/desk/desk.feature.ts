import { answerPing, heard, listOwnCalls, pingUnit, portal911 } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts'
import type { Board } from '../board/board.port.ts'
import { countOpenPortalCalls } from './desk.repo.ts'
import { createDeskService, deskRoom, type DeskService } from './desk.service.ts'

type Deps = { readonly db: Db; readonly background: { readonly db: Db }; readonly board: Board; readonly publish: Publish }

/** `deskOn` creates the same service for another board, for example one that takes part in an outer transaction. */
export function deskFeature({ db, background, board, publish }: Deps): Feature & { readonly deskOn: (board: Board) => DeskService } {
  const deskOn = (on: Board): DeskService => createDeskService({ db, board: on, publish })
  return {
    name: 'desk',
    routes: (app) => deskPlugin(app, { desk: deskOn(board) }),
    rooms: { desk: deskRoom(db) },
    jobs: deskJobs(background.db),
    switches: [{ featureSwitch: portal911, open: async () => [openCalls(await countOpenPortalCalls(db))] }],
    deskOn,
  }
}

const openCalls = (count: number) => ({ count, text: count === 1 ? '1 emergency call is open' : `${count} emergency calls are open` })

const RETENTION_DAYS = 30

/** Pings and tones only matter for minutes; their outcome is in the call logs. */
const deskJobs = (db: Db): Job[] => [
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

const deskPlugin: FastifyPluginAsync<{ desk: DeskService }> = async (app, { desk }) => {
  route(app, pingUnit, (actor, { params, body }) => desk.ping(actor, params.userId, body.message))
  route(app, answerPing, (actor, { params }) => desk.answer(actor, params.pingId))
  route(app, heard, (actor) => desk.heard(actor))
  route(app, listOwnCalls, (actor, { query }) => desk.ownCalls(actor, query))
}
