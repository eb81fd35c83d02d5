import { listDepartments, listRanks } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import type { Db } from '../../platform/database/database.ts'
import { route } from '../../platform/http/route.ts'
import * as repo from './departments.repo.ts'

export const departmentsPlugin: FastifyPluginAsync<{ db: Db }> = async (app, { db }) => {
  route(app, listDepartments, (actor, { params }) => repo.departments(db, params.showAllDepts ? undefined : actor.userId))
  route(app, listRanks, (_actor, { params }) => repo.ranks(db, params.deptId, params.includeReserves))
}
