import * as contract from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import { limitedRoute, route } from '../../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../../platform/limits/limits.ts'
import type { WarrantDeps } from '../warrants.deps.ts'
import { createDrafts } from './warrants.drafts.ts'
import { createSubmission } from './warrants.submit.ts'

/** Writing: drafts and their submission. */
export function warrantWriteRoutes(app: FastifyInstance, deps: WarrantDeps): void {
  const drafts = createDrafts(deps)
  const submit = createSubmission(deps)
  const change = limitedRoute(app, createHourlyLimit('warrants', AN_HOUR.warrants, deps.redis))
  const save = limitedRoute(app, createHourlyLimit('warrant-saves', AN_HOUR.warrantSaves, deps.redis))
  route(app, contract.listWarrantDrafts, (actor) => drafts.list(actor))
  change(contract.startWarrant, (actor, { body }) => drafts.start(actor, body))
  change(contract.changeWarrant, (actor, { params }) => drafts.change(actor, params.warrantId))
  route(app, contract.getWarrantDraft, (actor, { params }) => drafts.get(actor, params.draftId))
  route(app, contract.listDraftEvidence, (actor, { params }) => drafts.evidence(actor, params.draftId))
  save(contract.saveWarrantDraft, (actor, { params, body }) => drafts.save(actor, params.draftId, body.content, body.version))
  change(contract.discardWarrantDraft, (actor, { params, query }) => drafts.discard(actor, params.draftId, query.version))
  change(contract.submitWarrant, (actor, { params, body }) => submit(actor, params.draftId, body.version))
}
