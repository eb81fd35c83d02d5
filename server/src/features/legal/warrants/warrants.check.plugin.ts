import { checkWarrantHistory } from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../../platform/http/route.ts'
import { checkHistory } from './warrants.check.ts'
import type { WarrantDeps } from './warrants.deps.ts'

export function warrantCheckRoutes(app: FastifyInstance, { background, historyKey }: WarrantDeps): void {
  route(app, checkWarrantHistory, (_actor, { query }) => checkHistory(background.db, historyKey, query.after))
}
