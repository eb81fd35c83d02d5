import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { z } from 'zod'
import { createBatchWriter } from '../../../platform/database/batch-writer.ts'
import type { Db } from '../../../platform/database/database.ts'
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts'
import * as repo from './tracks.repo.ts'

/**
 * Blocks in the queue, of about 200 bytes each: enough for an hour of 80 units. During a longer outage of the database, further blocks are
 * lost.
 */
const MAX_WAITING = 5000
const MAX_WRITTEN_AT_ONCE = 250

const FOREIGN_KEY = '23503'
/** Data errors would fail again. Blocks of a user or server that is deleted while blocks are written are left out the next time. */
const isHopeless = (error: unknown) => error instanceof pg.DatabaseError && error.code !== FOREIGN_KEY && /^2[23]/.test(error.code ?? '')

/** Writes blocks in the background. */
export const writeTracks = (db: Db, log: Pick<FastifyBaseLogger, 'error' | 'warn'>) =>
  createBatchWriter<repo.TrackBlock>({
    write: async (blocks, dropped) => {
      if (blocks.length > 0) await repo.insertBlocks(db, blocks)
      if (dropped > 0) log.warn({ dropped }, 'blocks of tracks were dropped')
    },
    isHopeless,
    onError: (error) => log.error({ err: error }, 'tracks could not be written'),
    capacity: MAX_WAITING,
    batch: MAX_WRITTEN_AT_ONCE,
  })

/** The community's settings for keeping tracks. */
export type Retention = { readonly days: number; readonly megabytes: number }

const DAY_MS = 86_400_000
/** No track from before this moment is kept. */
export const keptSince = (days: number): Date => new Date(Date.now() - days * DAY_MS)

const MAX_DELETED_AT_ONCE = 2000
export async function pruneTracks(db: Db, { days, megabytes }: Retention): Promise<void> {
  // With 0 days, blocks that begin while this runs are deleted as well.
  const byAge = days === 0 ? new Date(Date.now() + DAY_MS) : keptSince(days)
  const bySize = await repo.beginOfNewest(db, megabytes * 1_000_000)
  const before = bySize && bySize > byAge ? bySize : byAge
  for (let gone = MAX_DELETED_AT_ONCE; gone === MAX_DELETED_AT_ONCE;) gone = await repo.deleteBlocksBefore(db, before, MAX_DELETED_AT_ONCE)
  await repo.deleteEmptyTotals(db)
}

export const trackJobs = (db: Db, retention: () => Retention): Job[] => [
  defineJob({ name: 'tracks-prune', payload: z.object({}), schedule: '*/5 * * * *', work: () => pruneTracks(db, retention()) }),
]
