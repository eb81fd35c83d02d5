import Fastify from 'fastify'
import { addDays, dayIn, portal911, startOfDay } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Runner } from 'graphile-worker'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase, withClient } from '../../testing/test-database.ts'
import { until } from '../../testing/test-portal.ts'
import { defineJob, enqueue, isHour, retryingPool, startJobs } from './jobs.ts'

const greet = { name: 'greet', payload: z.object({ to: z.string(), at: z.coerce.number().default(7) }) } as const

let database: TestDatabase
let runner: Runner | undefined
const lines: string[] = []
beforeEach(async () => {
  lines.length = 0
  database = await createTestDatabase()
})
afterEach(async () => {
  await runner?.stop()
  runner = undefined
  await database.drop()
})

const log = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } }).log
const start = async (work: (payload: z.output<typeof greet.payload>) => Promise<void>) => {
  runner = await startJobs(database.pool, [defineJob({ ...greet, work })], { log, switches: { isOn: () => true }, timeZone: () => 'UTC' })
}
type Row = { payload: unknown; attempts: number; last_error: string | null; run_at: Date; key: string | null }
const waiting = async () =>
  (await sql<Row>`select payload, attempts, last_error, run_at, key from graphile_worker._private_jobs order by id`.execute(database.db))
    .rows

test('a job enqueued in a transaction that is rolled back does not exist', async () => {
  const failing = database.db.transaction().execute(async (tx) => {
    await enqueue(tx, greet, { to: 'nobody' })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await waiting()).toEqual([])
})

test('a job runs once its transaction is committed, and not before', async () => {
  const greeted: string[] = []
  await start(async ({ to }) => void greeted.push(to))
  // The first job of a name inserts the name, and a second transaction would wait for that.
  await enqueue(database.db, greet, { to: 'warm-up' })
  await until('the first of its name ran', () => greeted.splice(0).length > 0)
  await database.db.transaction().execute(async (tx) => {
    await enqueue(tx, greet, { to: 'jo' })
    await enqueue(database.db, greet, { to: 'ann' })
    await until('the other ran', () => greeted.includes('ann'))
    expect(greeted).toEqual(['ann'])
  })
  await until('it ran', () => greeted.length === 2)
  await until('nothing is left', async () => (await waiting()).length === 0)
  expect(greeted).toEqual(['ann', 'jo'])
})

test('a failed job is kept with its reason, and tried again', async () => {
  let tries = 0
  await start(async () => {
    tries += 1
    if (tries === 1) throw new Error('the other side is away')
  })
  await enqueue(database.db, greet, { to: 'jo' })
  await until('it failed', async () => (await waiting())[0]?.last_error !== null)
  const [failed] = await waiting()
  expect(failed).toMatchObject({ attempts: 1, last_error: expect.stringContaining('the other side is away') })
  expect(failed!.run_at.getTime()).toBeGreaterThan(Date.now() - 1000)
  expect(lines.join('')).toContain('"level"')
  // Makes the job due now.
  await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker._private_jobs), run_at => now())`.execute(
    database.db,
  )
  await enqueue(database.db, greet, { to: 'wake up' })
  await until('done', async () => (await waiting()).length === 0)
  expect(tries).toBe(3)
})

test('payloads are parsed when a job is enqueued and when it runs', async () => {
  await expect(enqueue(database.db, greet, { to: 5 } as never)).rejects.toThrow()
  expect(await waiting()).toEqual([])
  await enqueue(database.db, greet, { to: 'jo', extra: true } as never)
  expect((await waiting())[0]?.payload).toEqual({ to: 'jo', at: 7 })
  const seen: unknown[] = []
  await start(async (payload) => void seen.push(payload))
  await until('it ran', () => seen.length === 1)
  expect(seen).toEqual([{ to: 'jo', at: 7 }])
  await sql`select graphile_worker.add_job('greet', payload => '{"to": 5}')`.execute(database.db)
  await until('refused', async () => (await waiting())[0]?.last_error?.includes('to') === true)
  expect(seen).toHaveLength(1)
})

test('a job with a key replaces the waiting one with that key', async () => {
  const later = new Date(Date.now() + 3_600_000)
  await enqueue(database.db, greet, { to: 'first' }, { key: 'one', runAt: new Date(Date.now() + 60_000) })
  await enqueue(database.db, greet, { to: 'second' }, { key: 'one', runAt: later })
  const rows = await waiting()
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ payload: { to: 'second' }, key: 'one', run_at: later })
})

test('jobs of a feature that is switched off rest: enqueued ones run when it is on again, scheduled ones are skipped', async () => {
  const greeted: string[] = []
  let isOn = false
  const job = defineJob({ ...greet, work: async ({ to }) => void greeted.push(to), featureSwitch: portal911 })
  runner = await startJobs(database.pool, [job], { log, switches: { isOn: (each) => !each || isOn }, timeZone: () => 'UTC', putOffMs: 200 })
  await enqueue(database.db, greet, { to: 'jo' }, { key: 'jo' })
  const due = { to: 'nobody', _cron: { ts: new Date(), backfilled: false } }
  await sql`select graphile_worker.add_job('greet', ${JSON.stringify(due)}::json)`.execute(database.db)
  await until('only what was enqueued is left, for later', async () => {
    const rows = await waiting()
    return rows.length === 1 && rows[0]?.key === 'jo' && rows[0].attempts === 0 && rows[0].run_at > new Date()
  })
  expect(greeted).toEqual([])
  isOn = true
  await until('it ran', () => greeted.length > 0)
  await until('nothing is left', async () => (await waiting()).length === 0)
  expect(greeted).toEqual(['jo'])
})

test('the library retries failures of the database itself, and not our own mistakes', async () => {
  const client = await retryingPool(database.pool).connect()
  await client.query('begin read only')
  await expect(client.query('create table refused ()')).rejects.toMatchObject({ code: '57P03', cause: { code: '25006' } })
  await client.query('rollback')
  await expect(client.query('select from nowhere')).rejects.toMatchObject({ code: '42P01' })
  client.release()
})

test('a job that fails while the database refuses writes is recorded as failed once it accepts them', { timeout: 30_000 }, async () => {
  const name = new URL(database.url).pathname.slice(1)
  const failing = Promise.withResolvers<void>()
  let runs = 0
  await start(async () => {
    runs += 1
    await failing.promise
  })
  await enqueue(database.db, greet, { to: 'someone' })
  await until('it runs', () => runs === 1)
  await withClient(database.url, async (client) => {
    await client.query(`alter database ${name} set default_transaction_read_only = true`)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()', [name])
    failing.reject(new Error('a defect'))
    await until('noting it failed', () => lines.some((line) => line.includes('a defect')))
    await client.query('set default_transaction_read_only = false')
    await client.query(`alter database ${name} reset default_transaction_read_only`)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()', [name])
  })
  // On a connection of its own: the pool may hand out one that was just ended.
  await withClient(database.url, (client) =>
    until(
      'it is noted',
      async () => (await client.query('select last_error from graphile_worker._private_jobs')).rows[0]?.last_error === 'a defect',
      20_000,
    ),
  )
})

test.each([
  ['UTC', '2026-11-18T04:40:00Z', true],
  ['UTC', '2026-11-18T03:40:00Z', false],
  ['America/New_York', '2026-11-18T09:40:00Z', true],
  ['America/New_York', '2026-07-18T08:40:00Z', true],
  ['America/New_York', '2026-11-18T04:40:00Z', false],
  ['Asia/Kathmandu', '2026-11-17T22:40:00Z', true],
])('a daily job of 04:40 in %s, due at %s: %s', (zone, due, runs) => {
  expect(isHour('04:40', zone, new Date(due))).toBe(runs)
})

test('a daily job runs once a day in every zone, on days when the clocks change too', () => {
  const HOURS = 3 * 24
  for (const zone of ['Europe/Berlin', 'America/New_York', 'America/Santiago', 'Africa/Cairo', 'Australia/Lord_Howe', 'Asia/Kolkata']) {
    for (const day of ['2026-03-07', '2026-03-28', '2026-04-03', '2026-04-23', '2026-09-05', '2026-10-03', '2026-10-24', '2026-10-31']) {
      const due = Array.from({ length: HOURS }, (_, hour) => new Date(startOfDay(zone, day).getTime() + hour * 3_600_000 + 41 * 60_000))
      const days = due.filter((at) => isHour('04:41', zone, at)).map((at) => dayIn(zone, at))
      expect(days.slice(0, 2), zone).toEqual([day, addDays(day, 1)])
      expect(new Set(days).size, zone).toBe(days.length)
    }
  }
})

test('a scheduled run outside of its hour is skipped; an enqueued one runs', async () => {
  let runs = 0
  const job = defineJob({ name: 'tidy', payload: z.object({}), dailyAt: '04:40', work: async () => void (runs += 1) })
  // In this zone it is never four o'clock.
  runner = await startJobs(database.pool, [job], { log, switches: { isOn: () => true }, timeZone: () => (isFour() ? 'Asia/Tokyo' : 'UTC') })
  const due = { _cron: { ts: new Date().toISOString() } }
  await sql`select graphile_worker.add_job('tidy', ${JSON.stringify(due)}::json)`.execute(database.db)
  await until('it is gone', async () => (await waiting()).length === 0)
  expect(runs).toBe(0)
  await enqueue(database.db, job, {})
  await until('it ran', () => runs === 1)
})
const isFour = () => new Date().getUTCHours() === 4
