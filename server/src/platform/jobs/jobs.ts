import { hourIn, type FeatureSwitch } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, run, type Runner, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import type { Db, Tx } from '../database/database.ts'
import { prepare } from '../database/prepared.ts'
import { databaseOutage } from '../database/trouble.ts'
import type { Switches } from '../settings/switches.ts'

/** Work that must happen, but outside of the request. The declared payload schema is used both to enqueue and to run. */
export type Job<P extends z.ZodType = z.ZodType> = {
  readonly name: string
  readonly payload: P
  readonly work: (payload: z.output<P>) => Promise<void>
  /** Crontab expression, for recurring jobs. */
  readonly schedule?: string
  /** The hour and minute of jobs that run once a day, by the community's clock. */
  readonly dailyAt?: `${number}:${number}`
  /** The job does not run while this is switched off: scheduled runs are skipped, others are postponed until it is on again. */
  readonly featureSwitch?: FeatureSwitch
}

export const defineJob = <P extends z.ZodType>(job: Job<P>): Job<P> => job

type When = { readonly runAt?: Date; /** Enqueuing again with the same key replaces the pending job. */ readonly key?: string }

/** Pass the transaction of the change that causes the job, so that both commit or neither does. */
export async function enqueue<P extends z.ZodType>(
  tx: Tx | Db,
  job: Pick<Job<P>, 'name' | 'payload'>,
  payload: z.input<P>,
  { runAt, key }: When = {},
): Promise<void> {
  await addJob.run(tx, {
    name: job.name,
    payload: JSON.stringify(job.payload.parse(payload)),
    runAt: runAt ?? null,
    key: key ?? null,
  })
}

/** Prepared, since planning the call takes longer than adding a job. */
const addJob = prepare<{ name: string; payload: string; runAt: Date | null; key: string | null }, unknown>(
  ($) => sql`select graphile_worker.add_job(
    identifier => ${$('name')}, payload => ${$('payload')}::json, run_at => ${$('runAt')}::timestamptz, job_key => ${$('key')}::text)`,
)

/** How often a postponed job checks whether its feature is on again. */
const PUT_OFF_MS = 60_000

type Options = {
  readonly log: FastifyBaseLogger
  readonly switches: Pick<Switches, 'isOn'>
  /** The current hour of the community's day. */
  readonly timeZone: () => string
  readonly putOffMs?: number
}

const Cron = z.object({ ts: z.coerce.date() })

export async function startJobs(
  pool: pg.Pool,
  jobs: readonly Job[],
  { log, switches, timeZone, putOffMs = PUT_OFF_MS }: Options,
): Promise<Runner> {
  const taskList: TaskList = Object.fromEntries(
    jobs.map(({ name, payload, work, dailyAt, featureSwitch }) => [
      name,
      async (raw: unknown, helpers) => {
        // Scheduled jobs receive the time they were due as `_cron`.
        const { _cron, ...rest } = (raw ?? {}) as Record<string, unknown>
        if (dailyAt !== undefined && _cron !== undefined && !isHour(dailyAt, timeZone(), Cron.parse(_cron).ts)) return
        if (!switches.isOn(featureSwitch)) {
          // Keeps the job's own key, if it has one, so that enqueuing it again still replaces it.
          const later = { runAt: new Date(Date.now() + putOffMs), jobKey: helpers.job.key ?? undefined }
          if (_cron === undefined) await helpers.addJob(name, rest, later)
          return
        }
        await work(payload.parse(rest))
      },
    ]),
  )
  const crontab = jobs
    .flatMap(({ name, schedule, dailyAt }) => [schedule, dailyAt && hourly(dailyAt)].flatMap((when) => (when ? `${when} ${name}` : [])))
    .join('\n')
  const logger = new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ job: meta?.['job'] }, message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
  return run({ pgPool: retryingPool(pool), taskList, crontab, concurrency: 2, noHandleSignals: true, logger, pollInterval: 5000 })
}

/**
 * The crontab is in UTC and read once, so a daily job is due every hour and does its work in its hour of the community's day. That hour
 * occurs once a day, because clocks change earlier in the night. In a time zone whose offset includes minutes, the job runs at another
 * minute of the hour.
 */
const hourly = (dailyAt: string): string => `${Number(dailyAt.split(':')[1])} * * * *`
export const isHour = (dailyAt: string, zone: string, due: Date): boolean => hourIn(zone, due) === Number(dailyAt.split(':')[0])

/** The job library retries a statement that failed with this code. */
const TRY_AGAIN = '57P03'

type Listening = Parameters<pg.Pool['connect']>[0]

/**
 * The pool for the job library. If the library can't record how a job ended, nobody handles that failure, and the process ends. But it
 * retries failures with certain codes, so failures of the database itself, not of a statement, are given such a code.
 */
export function retryingPool(pool: pg.Pool): pg.Pool {
  const connect = async () => {
    // The portal has closed: further attempts never resolve.
    if (pool.ending) return new Promise<never>(() => undefined)
    return retryingClient(await pool.connect().catch(tryAgain))
  }
  // The library listens with a callback, and handles those failures itself.
  return replacing(pool, 'connect', (listening?: Listening) => (listening ? pool.connect(listening) : connect()))
}

const retryingClient = (client: pg.PoolClient): pg.PoolClient =>
  replacing(client, 'query', (...given: [pg.QueryConfig]) => client.query(...given).catch(tryAgain))

/** A proxy of the object with one method replaced. */
const replacing = <T extends object>(whole: T, name: keyof T, method: unknown): T =>
  new Proxy(whole, {
    get: (target, key) => {
      if (key === name) return method
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })

function tryAgain(error: unknown): never {
  const trouble = databaseOutage(error)
  throw trouble === undefined ? error : Object.assign(new Error(trouble, { cause: error }), { code: TRY_AGAIN })
}
