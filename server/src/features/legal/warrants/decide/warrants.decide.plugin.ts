import * as contract from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import { limitedRoute, route } from '../../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../../platform/limits/limits.ts'
import { createWarrantDecisions } from './warrants.decide.ts'
import type { WarrantDeps } from '../warrants.deps.ts'
import { listPolice } from '../read/warrants.police.ts'
import { createWarrantServing } from './warrants.serve.ts'
import { createWarrantSigning, usualDays } from './warrants.sign.ts'

export function warrantDecideRoutes(app: FastifyInstance, deps: WarrantDeps): void {
  const act = limitedRoute(app, createHourlyLimit('warrant-acts', AN_HOUR.warrantActs, deps.redis))
  const decisions = createWarrantDecisions(deps)
  act(contract.takeWarrant, (actor, { params, body }) => decisions.take(actor, params.warrantId, body))
  act(contract.passWarrant, (actor, { params, body }) => decisions.pass(actor, params.warrantId, body))
  act(contract.returnWarrant, (actor, { params, body }) => decisions.return(actor, params.warrantId, body))
  act(contract.takeBackWarrant, (actor, { params, body }) => decisions.takeBack(actor, params.warrantId, body))
  act(contract.denyWarrant, (actor, { params, body }) => decisions.deny(actor, params.warrantId, body))
  act(contract.recallWarrant, (actor, { params, body }) => decisions.recall(actor, params.warrantId, body))
  const signing = createWarrantSigning(deps)
  act(contract.signWarrant, (actor, { params, body }) => signing.sign(actor, params.warrantId, body))
  const serving = createWarrantServing(deps)
  act(contract.serveWarrant, (actor, { params, body }) => serving.serve(actor, params.warrantId, body))
  route(app, contract.listWarrantServers, async (_actor, { query }) => ({ ...(await listPolice(deps.db, query.q)), days: usualDays(deps) }))
}
