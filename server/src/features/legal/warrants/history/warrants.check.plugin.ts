import { checkWarrantHistory, compareHistoryEnd, getHistoryEnd } from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../../../platform/http/route.ts'
import { checkHistory } from './warrants.check.ts'
import type { WarrantDeps } from '../warrants.deps.ts'
import { notedEndProblem, type createKeptEnd } from './warrants.kept-end.ts'

type CheckDeps = Pick<WarrantDeps, 'background' | 'historyKey' | 'historyEndFile'>

export function warrantCheckRoutes(
  app: FastifyInstance,
  { background, historyKey, historyEndFile: endFile }: CheckDeps,
  keptEnd: Pick<ReturnType<typeof createKeptEnd>, 'follow'>,
): void {
  route(app, checkWarrantHistory, (_actor, { query }) => checkHistory(background.db, historyKey, query.after, { endFile }))
  route(app, getHistoryEnd, () => keptEnd.follow())
  route(app, compareHistoryEnd, async (_actor, { query }) => ({ problem: (await notedEndProblem(background.db, query)) ?? null }))
}
