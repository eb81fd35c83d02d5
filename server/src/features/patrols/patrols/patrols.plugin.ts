import { listTopPatrols, listUserPatrols } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import { route } from '../../../platform/http/route.ts'
import * as repo from './patrols.repo.ts'

const LATEST = 50

export const patrolsPlugin: FastifyPluginAsync<{ db: Db }> = async (app, { db }) => {
  route(app, listUserPatrols, (_actor, { params }) => repo.latestPatrols(db, params.userId, LATEST))
  route(app, listTopPatrols, () => repo.topPatrols(db))
}
