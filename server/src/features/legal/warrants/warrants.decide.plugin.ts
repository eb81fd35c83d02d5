import * as contract from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../../platform/http/route.ts'
import { createWarrantDecisions } from './warrants.decide.ts'
import type { WarrantDeps } from './warrants.deps.ts'
import { listPolice } from './warrants.police.ts'
import { createWarrantServing } from './warrants.serve.ts'
import { createWarrantSigning, usualDays } from './warrants.sign.ts'

export function warrantDecideRoutes(app: FastifyInstance, deps: WarrantDeps): void {
  const decisions = createWarrantDecisions(deps)
  route(app, contract.takeWarrant, (actor, { params, body }) => decisions.take(actor, params.warrantId, body))
  route(app, contract.passWarrant, (actor, { params, body }) => decisions.pass(actor, params.warrantId, body))
  route(app, contract.returnWarrant, (actor, { params, body }) => decisions.return(actor, params.warrantId, body))
  route(app, contract.takeBackWarrant, (actor, { params, body }) => decisions.takeBack(actor, params.warrantId, body))
  route(app, contract.denyWarrant, (actor, { params, body }) => decisions.deny(actor, params.warrantId, body))
  route(app, contract.recallWarrant, (actor, { params, body }) => decisions.recall(actor, params.warrantId, body))
  const signing = createWarrantSigning(deps)
  route(app, contract.signWarrant, (actor, { params, body }) => signing.sign(actor, params.warrantId, body))
  const serving = createWarrantServing(deps)
  route(app, contract.serveWarrant, (actor, { params, body }) => serving.serve(actor, params.warrantId, body))
  route(app, contract.listWarrantServers, async (_actor, { query }) => ({ ...(await listPolice(deps.db, query.q)), days: usualDays(deps) }))
}
