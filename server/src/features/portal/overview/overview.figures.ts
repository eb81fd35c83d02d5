import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { FigureRange, HealthFigures } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { serverStatuses } from '../../game/servers/servers.port.ts'
import { databaseBytes, readJobCounts } from './overview.repo.ts'

export const TAKE_MS = 5 * 60 * 1000
const KEPT_DAYS = 32
const DAY_MS = 24 * 60 * 60 * 1000
/** Of each range: how far back it goes, and how long a part of it is. */
const RANGES: Readonly<Record<FigureRange, { readonly days: number; readonly part: string }>> = {
  day: { days: 1, part: '10 minutes' },
  week: { days: 7, part: '1 hour' },
  month: { days: 30, part: '4 hours' },
}
/** Less says nothing about how fast the disk fills up. */
const LEAST_SPAN_MS = DAY_MS / 2

type Deps = {
  readonly db: Db
  readonly people: () => number
  readonly errorCount: () => number
  /** Undefined where the portal has no data folder. */
  readonly dataDir: string | undefined
}
export type Figures = ReturnType<typeof createFigures>

/** How this portal and its machine are, kept every five minutes, and forgotten after a month. */
export function createFigures({ db, people, errorCount, dataDir }: Deps) {
  const node = `${hostname()} ${process.pid}`
  let counted = 0

  return {
    take: async (now = new Date()): Promise<void> => {
      const [bytes, jobs, servers, disk] = await Promise.all([databaseBytes(db), readJobCounts(db), serverStatuses(db), diskOf(dataDir)])
      const errors = errorCount()
      const unitsOnDuty = servers.reduce((sum, each) => sum + each.unitsOnDuty, 0)
      const online = servers.filter(({ isOnline }) => isOnline).length
      await sql`
        insert into health_figures (at, node, people, units_on_duty, links_online, jobs_waiting, errors, memory_bytes, database_bytes, disk_free_bytes)
        values (date_bin('5 minutes', ${now}::timestamptz, '2000-01-01'), ${node}, ${people()}, ${unitsOnDuty}, ${online}, ${jobs.waiting},
          ${Math.max(0, errors - counted)}, ${process.memoryUsage.rss()}, ${bytes}, ${disk?.freeBytes ?? null})
        on conflict (at, node) do update set people = greatest(health_figures.people, excluded.people),
          errors = health_figures.errors + excluded.errors, disk_free_bytes = excluded.disk_free_bytes`.execute(db)
      counted = errors
      await sql`delete from health_figures where at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(db)
    },

    read: async (range: FigureRange, now = new Date()): Promise<HealthFigures> => {
      const { days, part } = RANGES[range]
      const { rows: points } = await sql<Omit<HealthFigures['points'][number], 'at'> & { at: Date }>`
        select date_bin(${part}::interval, at, '2000-01-01') as at, max(people)::integer as people, max(units_on_duty)::integer as "unitsOnDuty",
          min(links_online)::integer as "linksOnline", max(jobs_waiting)::integer as "jobsWaiting", sum(errors)::integer as errors,
          max(memory_bytes)::float8 as "memoryBytes", max(database_bytes)::float8 as "databaseBytes", min(disk_free_bytes)::float8 as "diskFreeBytes"
        from (
          select at, sum(people) as people, max(units_on_duty) as units_on_duty, max(links_online) as links_online, max(jobs_waiting) as jobs_waiting,
            sum(errors) as errors, sum(memory_bytes) as memory_bytes, max(database_bytes) as database_bytes, min(disk_free_bytes) as disk_free_bytes
          from health_figures where at > ${now}::timestamptz - make_interval(days => ${days}) group by at
        ) of_all_portals
        group by 1 order by 1`.execute(db)
      const disk = await diskOf(dataDir)
      return {
        range,
        points: points.map(({ at, ...rest }) => ({ at: at.toISOString(), ...rest })),
        disk: disk && { ...disk, daysLeft: await daysLeft(db, disk.freeBytes, now) },
      }
    },

    /** The days that the disk lasts; undefined if there is none, or it lasts. */
    diskLow: async (now = new Date()): Promise<number | undefined> => {
      const disk = await diskOf(dataDir)
      if (!disk) return undefined
      const days = await daysLeft(db, disk.freeBytes, now)
      const isLow = disk.freeBytes < LOW_BYTES || (days !== null && days <= LOW_DAYS)
      return isLow ? (days ?? 0) : undefined
    },
  }
}

const LOW_BYTES = 2e9
const LOW_DAYS = 14

const diskOf = async (dataDir: string | undefined): Promise<{ freeBytes: number; bytes: number } | null> => {
  if (dataDir === undefined) return null
  const found = await statfs(dataDir).catch(() => undefined)
  return found ? { freeBytes: found.bavail * found.bsize, bytes: found.blocks * found.bsize } : null
}

/** By what was used in the last week, from its first figures to now. */
async function daysLeft(db: Db, freeBytes: number, now: Date): Promise<number | null> {
  const { rows } = await sql<{ at: Date; free: number }>`
    select at, disk_free_bytes::float8 as free from health_figures
    where disk_free_bytes is not null and at > ${now}::timestamptz - interval '7 days' order by at limit 1`.execute(db)
  const [first] = rows
  if (!first) return null
  const span = now.getTime() - first.at.getTime()
  const used = first.free - freeBytes
  if (span < LEAST_SPAN_MS || used <= 0) return null
  const days = Math.floor(freeBytes / (used / (span / DAY_MS)))
  return days > MOST_DAYS ? null : days
}
/** Beyond that a guess means nothing. */
const MOST_DAYS = 3650
