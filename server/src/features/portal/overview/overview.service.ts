import { totalmem } from 'node:os'
import type { OverviewConcern, PortalOverview, ServerStatus } from '@tenfour/contract'
import type pg from 'pg'
import type { Db } from '../../../platform/database/database.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import { readBot } from '../../community/discord/discord.port.ts'
import { readJobs } from '../../community/errands/errands.port.ts'
import { countRefused } from '../../game/api-logs/api-logs.port.ts'
import { keyRefusals, serverStatuses } from '../../game/servers/servers.port.ts'
import type { Figures } from './overview.figures.ts'
import { databaseBytes, readJobCounts } from './overview.repo.ts'

export type OverviewDeps = {
  readonly db: Db
  readonly pool: pg.Pool
  readonly redis: Redis | undefined
  readonly realtime: Pick<Realtime, 'connected'>
  readonly version: string
  readonly figures: Pick<Figures, 'diskLow'>
}

type Concern = Pick<OverviewConcern, 'kind'> & Partial<OverviewConcern>

export async function readOverview({ db, pool, redis, realtime, version, figures }: OverviewDeps): Promise<PortalOverview> {
  // Counted first, so that the queries below are not among them.
  const connections = pool.totalCount - pool.idleCount
  const [bytes, jobs, servers, bot, errands, refusals, refused, backups, daysLeft] = await Promise.all([
    databaseBytes(db),
    readJobCounts(db),
    serverStatuses(db),
    readBot(db),
    readJobs(db),
    keyRefusals(db),
    countRefused(db),
    db.selectFrom('backup_plan').select('alarm').executeTakeFirstOrThrow(),
    figures.diskLow(),
  ])
  const isSetUp = bot.state !== 'off'
  const concerns: (Concern | false)[] = [
    redis?.isAway() === true && { kind: 'redisAway' },
    jobs.failed > 0 && { kind: 'jobsFailed', name: jobs.failedNames.join(', '), count: jobs.failed },
    jobs.failing > 0 && { kind: 'jobsFailing', name: jobs.failingNames.join(', '), count: jobs.failing },
    ...servers.filter(isSilent).map(({ serverId, name, lastHeartbeatAt }) => ({
      kind: 'serverSilent' as const,
      name,
      at: lastHeartbeatAt,
      serverId,
    })),
    ...refusals.map((refusal) => ({ kind: 'keyRefused' as const, ...refusal })),
    refused.count > 0 && { kind: 'callsRefused', ...refused },
    isSetUp && bot.problem !== '' && { kind: 'botProblem', name: bot.problem, at: bot.since },
    errands.held > 0 && { kind: 'removalsHeld', count: errands.held },
    backups.alarm !== null && { kind: 'backups', name: backups.alarm },
    daysLeft !== undefined && { kind: 'diskLow', count: daysLeft },
    errands.failed > 0 && { kind: 'errandsFailed', count: errands.failed },
  ]
  return {
    version,
    upSince: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    people: realtime.connected(),
    units: {
      onDuty: sum(servers.map(({ unitsOnDuty }) => unitsOnDuty)),
      servers: servers.filter(({ unitsOnDuty }) => unitsOnDuty > 0).length,
    },
    gameLinks: { online: servers.filter(({ isOnline }) => isOnline).length, total: servers.length, lastHeartbeatAt: lastOf(servers) },
    jobs: { waiting: jobs.waiting, failed: jobs.failed },
    database: { bytes, connections, maxConnections: pool.options.max },
    memory: { bytes: process.memoryUsage.rss(), ofBytes: totalmem() },
    discord: { isSetUp, bot },
    concerns: concerns.flatMap((concern) => (concern ? { name: '', count: 1, at: null, serverId: null, ...concern } : [])),
  }
}

/** A server that was never connected is not missed. */
const isSilent = ({ isOnline, lastHeartbeatAt }: ServerStatus): boolean => !isOnline && lastHeartbeatAt !== null

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)
const lastOf = (servers: readonly ServerStatus[]): string | null =>
  servers
    .flatMap(({ lastHeartbeatAt }) => lastHeartbeatAt ?? [])
    .toSorted()
    .at(-1) ?? null
