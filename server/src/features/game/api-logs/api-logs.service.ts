import { MAX_LIVE_LOGS, type ApiLogFilter, type ApiLogRange, type ApiLogRate } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { readAtOnce } from '../../../platform/database/streams.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts'
import { streamRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import { createRecorder, type NotedCall } from './api-logs.recorder.ts'
import * as repo from './api-logs.repo.ts'

const SEARCH_LIMIT_MS = 5000
const STEPS: Record<ApiLogRange, { steps: number; stepMinutes: number }> = {
  hour: { steps: 60, stepMinutes: 1 },
  day: { steps: 96, stepMinutes: 15 },
}
export type ApiLogService = ReturnType<typeof createApiLogs>

export function createApiLogs({ db, days }: { db: Db; days: number }) {
  return {
    /** A text search scans everything, so it has a time limit. */
    list: (filter: ApiLogFilter) =>
      readAtOnce(db, async (tx) => {
        await sql`select set_config('statement_timeout', ${String(SEARCH_LIMIT_MS)}, true)`.execute(tx)
        return repo.findLogs(tx, filter)
      }).catch((error: unknown) => {
        const isTooLong = error instanceof pg.DatabaseError && error.code === '57014'
        throw isTooLong ? new AppError('unavailable', 'This search took too long: choose a server, a key or fewer days') : error
      }),

    keys: () => repo.keysOfCallers(db),

    rate: async (range: ApiLogRange, serverId?: number): Promise<ApiLogRate> => {
      const counted = await repo.countLogs(db, { ...STEPS[range], serverId })
      return {
        stepMinutes: STEPS[range].stepMinutes,
        points: counted.map(({ at, calls, errors }) => ({ at: at.toISOString(), calls, errors })),
        dropped: counted.reduce((sum, { dropped }) => sum + dropped, 0),
        days,
      }
    },
  }
}

/** Records the calls of this node. */
export function recordApiLogs({ db, publish, log }: { db: Db; publish: Publish; log: FastifyBaseLogger }) {
  return createRecorder({
    log,
    // Data errors would fail again on a retry.
    isHopeless: (error) => error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? ''),
    write: async (calls, dropped) => {
      const rows = await rowsOf(db, calls)
      if (rows.length === 0 && dropped === 0) return
      await inTransaction(db, publish, async (tx, emit) => {
        const ids = await repo.insertLogs(tx, rows)
        await repo.addToMinutes(tx, countByMinute(rows, dropped))
        const shown = ids.slice(-MAX_LIVE_LOGS)
        const items = await repo.logsById(tx, shown)
        await emit('api-logs', {}, 'logs.added', { items, more: ids.length - shown.length, dropped })
      })
    },
  })
}

/** Calls with an unknown key, or with the web client's, are skipped. */
async function rowsOf(db: Db, calls: readonly NotedCall[]): Promise<repo.ApiLogRow[]> {
  const hashes = new Map(calls.flatMap(({ from }) => ('keyHash' in from ? [[from.keyHash.toString('hex'), from.keyHash] as const] : [])))
  const keys = await repo.keysByHash(db, [...hashes.values()])
  return calls.flatMap((call) => {
    const from = 'keyHash' in call.from ? keys.get(call.from.keyHash.toString('hex')) : call.from
    if (!from) return []
    return {
      at: call.at.toISOString(),
      server_id: from.serverId,
      key_id: from.keyId,
      method: call.method,
      path: call.path,
      status: call.status,
      duration_ms: call.durationMs,
      bytes_in: Math.min(call.bytesIn, MAX_BYTES),
      bytes_out: Math.min(call.bytesOut, MAX_BYTES),
      error_code: call.errorCode,
      error: call.error,
      request_id: call.requestId,
    }
  })
}
const MAX_BYTES = 2_147_483_647

function countByMinute(rows: readonly repo.ApiLogRow[], dropped: number): repo.MinuteCount[] {
  const counts = new Map<string, repo.MinuteCount>()
  const add = (at: string, server_id: number, more: Partial<repo.MinuteCount>) => {
    const minute = `${at.slice(0, 16)}:00Z`
    const key = `${minute} ${server_id}`
    const { calls, errors, dropped: lost } = counts.get(key) ?? { calls: 0, errors: 0, dropped: 0 }
    const { calls: moreCalls = 0, errors: moreErrors = 0, dropped: moreLost = 0 } = more
    counts.set(key, { minute, server_id, calls: calls + moreCalls, errors: errors + moreErrors, dropped: lost + moreLost })
  }
  for (const { at, server_id, status } of rows) add(at, server_id ?? 0, { calls: 1, errors: status >= 400 ? 1 : 0 })
  if (dropped > 0) add(new Date().toISOString(), 0, { dropped })
  return [...counts.values()]
}

const SNAPSHOT = { limit: MAX_LIVE_LOGS }
export const apiLogsRoom = (db: Db): RoomSource<'api-logs'> =>
  streamRoom(db, 'api-logs', async (tx) => ({ items: (await repo.findLogs(tx, SNAPSHOT)).items }))

const MAX_DELETED_AT_ONCE = 5000
export async function pruneApiLogs(db: Db, days: number): Promise<void> {
  for (let gone = MAX_DELETED_AT_ONCE; gone === MAX_DELETED_AT_ONCE;) gone = await repo.deleteLogsBefore(db, days, MAX_DELETED_AT_ONCE)
  await repo.deleteMinutesBefore(db, days)
}

export const apiLogJobs = (db: Db, days: number): Job[] => [
  defineJob({ name: 'api-logs-prune', payload: z.object({}), dailyAt: '04:41', work: () => pruneApiLogs(db, days) }),
]
