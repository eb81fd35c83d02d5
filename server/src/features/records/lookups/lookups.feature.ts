import {
  bolosSwitch,
  listAllLookups,
  listLookups,
  listOwnLookups,
  listRecordWarrants,
  lookUp,
  lookUpPatient,
  ownersSeeLookups,
  putOnCall,
  searchByField,
  searchPatients,
  searchRecords,
} from '@tenfour/contract'
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import pg from 'pg'
import { z } from 'zod'
import { createBatchWriter } from '../../../platform/database/batch-writer.ts'
import type { Db } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { Board } from '../../dispatch/board/board.port.ts'
import { tell } from '../../people/notices/notices.port.ts'
import { createLookupLimits, type LookupLimits } from './lookups.limits.ts'
import * as repo from './lookups.repo.ts'
import { createLookupService, type LookupService } from './lookups.service.ts'
import { createPlateReads, type PlateReads } from './records/lookups.plates.ts'
import type { WarrantAlerts } from './records/lookups.warrants.ts'
import { collectSearches, type Search } from './search/lookups.search-log.ts'

type Deps = {
  readonly db: Db
  readonly background: { readonly db: Db }
  readonly publish: Publish
  readonly redis?: Redis | undefined
  readonly settings: Settings
  readonly log: FastifyBaseLogger
  readonly board: Board
  readonly warrants: WarrantAlerts
  /** The contract's limits unless given. */
  readonly lookupLimits?: LookupLimits | undefined
}

export function lookupsFeature({
  db,
  background,
  publish,
  redis,
  settings,
  log,
  board,
  warrants,
  lookupLimits,
}: Deps): Feature & PlateReads & { lookups: LookupService } {
  const report = (error: unknown) => log.error({ err: error }, 'supervisors could not be notified of a lookup limit')
  const onExceeded = (userId: number, words: string) => void tellSupervisors({ db, publish }, userId, words).catch(report)
  const writer = writeSearches(db, log)
  const searches = collectSearches({ write: writer.add })
  const limits = createLookupLimits({ name: 'lookups', limits: lookupLimits, redis, onExceeded })
  // Lookups for warrants are counted apart, and no department is told of them: that would reveal who is about to be wanted.
  const warrantLimits = createLookupLimits({ name: 'warrant-lookups', limits: lookupLimits, redis })
  const lookups = createLookupService({ db, publish, board, settings, limits, warrantLimits, searches, warrants })
  const { runPlate } = createPlateReads({ db, publish, warrants, hasBolos: () => settings.get(bolosSwitch) })
  return {
    name: 'lookups',
    routes: (app) => lookupsPlugin(app, { lookups }),
    settings: [ownersSeeLookups],
    jobs: [
      defineJob({
        name: 'lookups-prune',
        payload: z.object({}),
        dailyAt: '04:37',
        work: () => repo.deleteOldLookups(background.db),
      }),
    ],
    close: async () => {
      searches.close()
      await writer.close()
    },
    runPlate,
    lookups,
  }
}

/** Writes searches that led to no lookup, outside of requests. */
const writeSearches = (db: Db, log: FastifyBaseLogger) =>
  createBatchWriter<Search>({
    write: async (found, dropped) => {
      if (found.length > 0)
        await repo.insertLookups(
          db,
          found.map((search) => ({ kind: 'search', ...search })),
        )
      if (dropped > 0) log.error({ dropped }, 'searches could not be logged')
    },
    // An error in the data would fail again on a retry.
    isHopeless: (error) => error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? ''),
    onError: (error) => log.error({ err: error }, 'searches could not be logged'),
  })

/** Tells members who see the lookup log of the unit's department. */
const tellSupervisors = ({ db, publish }: { db: Db; publish: Publish }, userId: number, words: string): Promise<void> =>
  inTransaction(db, publish, async (tx, emit) => {
    const unit = await repo.findUnit(tx, userId)
    if (!unit) return
    const text = `${unit.identifier} ${unit.name}: ${words}`
    for (const supervisor of await repo.supervisorsOf(tx, unit.departmentId)) {
      await tell(tx, emit, supervisor, { title: 'Lookup limit reached', text, path: '/user/lookups' })
    }
  })

const lookupsPlugin: FastifyPluginAsync<{ lookups: LookupService }> = async (app, { lookups }) => {
  route(app, searchRecords, (actor, { query }) => lookups.search(actor, query.kind, query.q))
  route(app, searchByField, (actor, { params, query }) => lookups.searchByField(actor, params.fieldId, query.q))
  route(app, lookUp, (actor, { body }) => lookups.lookUp(actor, body))
  route(app, listRecordWarrants, (actor, { params }) => lookups.recordWarrants(actor, params.lookupId))
  route(app, putOnCall, (actor, { body }) => lookups.putOnCall(actor, body))
  route(app, searchPatients, (actor, { query }) => lookups.searchPatients(actor, query.q))
  route(app, lookUpPatient, (actor, { params }) => lookups.lookUpPatient(actor, params.characterId))
  route(app, listLookups, (_actor, { params, query }) => lookups.list(params, query))
  route(app, listAllLookups, (actor, { query }) => lookups.list({ departmentId: query.departmentId, hiddenFrom: actor.userId }, query))
  route(app, listOwnLookups, (actor, { params, query }) => lookups.listOwn(actor, params.characterId, query))
}
