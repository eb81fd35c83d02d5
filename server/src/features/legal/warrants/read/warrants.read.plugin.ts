import * as contract from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../../../platform/http/route.ts'
import { readAtOnce } from '../../../../platform/database/streams.ts'
import type { WarrantDeps } from '../warrants.deps.ts'
import { readWarrantFor } from './warrants.detail.ts'
import { countTabs, listActive, listOwn, listWarrants } from './warrants.lists.ts'
import { createWarrantLookups } from './warrants.lookups.ts'
import { viewerOf } from './warrants.viewers.ts'

/** Reading warrants, and looking up for them. */
export function warrantReadRoutes(app: FastifyInstance, deps: WarrantDeps): void {
  const { db, historyKey } = deps
  route(app, contract.listWarrants, (actor, { query }) => readAtOnce(db, (tx) => listWarrants(tx, viewerOf(actor), query)))
  route(app, contract.countWarrants, (actor) => countTabs(db, viewerOf(actor)))
  route(app, contract.listOwnWarrants, (actor, { query }) => readAtOnce(db, (tx) => listOwn(tx, viewerOf(actor), query)))
  route(app, contract.listActiveWarrants, (actor, { query }) => readAtOnce(db, (tx) => listActive(tx, viewerOf(actor), query)))
  route(app, contract.getWarrant, (actor, { params }) =>
    readAtOnce(db, (tx) => readWarrantFor(tx, viewerOf(actor), params.warrantId, historyKey)),
  )
  const lookups = createWarrantLookups(deps)
  route(app, contract.searchForWarrant, (actor, { query }) => lookups.search(actor, query))
  route(app, contract.lookUpForWarrant, (actor, { body }) => lookups.lookUp(actor, body))
  route(app, contract.listWarrantLookups, (actor, { query }) => lookups.list(actor, query))
  route(app, contract.getWarrantReport, (actor, { params }) => lookups.report(actor, params.warrantId, params.reportId))
}
