import * as contract from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import { readAtOnce } from '../../../platform/database/streams.ts'
import { limitedRoute, route } from '../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import { createWarrantDecisions } from './decide/warrants.decide.ts'
import { createWarrantServing } from './decide/warrants.serve.ts'
import { createWarrantSigning, usualDays } from './decide/warrants.sign.ts'
import { createDrafts } from './drafts/warrants.drafts.ts'
import { createSubmission } from './drafts/warrants.submit.ts'
import { checkHistory } from './history/warrants.check-all.ts'
import { notedEndProblem, type createKeptEnd } from './history/warrants.kept-end.ts'
import { readWarrantFor } from './read/warrants.detail.ts'
import { countTabs, listActive, listOwn, listWarrants } from './read/warrants.lists.ts'
import { createWarrantLookups } from './read/warrants.lookups.ts'
import { listPolice } from './read/warrants.police.ts'
import { viewerOf } from './read/warrants.viewers.ts'
import type { WarrantDeps } from './warrants.deps.ts'

type KeptEnd = Pick<ReturnType<typeof createKeptEnd>, 'follow'>

export function warrantRoutes(app: FastifyInstance, deps: WarrantDeps, keptEnd: KeptEnd): void {
  draftRoutes(app, deps)
  decidingRoutes(app, deps)
  readingRoutes(app, deps)
  historyRoutes(app, deps, keptEnd)
}

/** Routes of drafts and their submission. */
function draftRoutes(app: FastifyInstance, deps: WarrantDeps): void {
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

function decidingRoutes(app: FastifyInstance, deps: WarrantDeps): void {
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

/** Routes that read warrants, and that look people up for them. */
function readingRoutes(app: FastifyInstance, deps: WarrantDeps): void {
  const { db } = deps
  route(app, contract.listWarrants, (actor, { query }) => readAtOnce(db, (tx) => listWarrants(tx, viewerOf(actor), query)))
  route(app, contract.countWarrants, (actor) => countTabs(db, viewerOf(actor)))
  route(app, contract.listOwnWarrants, (actor, { query }) => readAtOnce(db, (tx) => listOwn(tx, viewerOf(actor), query)))
  route(app, contract.listActiveWarrants, (actor, { query }) => readAtOnce(db, (tx) => listActive(tx, viewerOf(actor), query)))
  route(app, contract.getWarrant, (actor, { params }) =>
    readAtOnce(db, (tx) => readWarrantFor(tx, viewerOf(actor), params.warrantId, deps)),
  )
  const lookups = createWarrantLookups(deps)
  route(app, contract.searchForWarrant, (actor, { query }) => lookups.search(actor, query))
  route(app, contract.lookUpForWarrant, (actor, { body }) => lookups.lookUp(actor, body))
  route(app, contract.listWarrantLookups, (actor, { query }) => lookups.list(actor, query))
  route(app, contract.getWarrantReport, (actor, { params }) => lookups.report(actor, params.warrantId, params.reportId))
}

function historyRoutes(app: FastifyInstance, { background, historyKey, historyEndFile: endFile }: WarrantDeps, keptEnd: KeptEnd): void {
  route(app, contract.checkWarrantHistory, (_actor, { query }) => checkHistory(background.db, historyKey, query.after, { endFile }))
  route(app, contract.getHistoryEnd, () => keptEnd.follow())
  route(app, contract.compareHistoryEnd, async (_actor, { query }) => ({ problem: (await notedEndProblem(background.db, query)) ?? null }))
}
