import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { startTestPortal, until } from '../../../testing/test-portal.ts'
import { createSettling, settleJob } from './settling.feature.ts'
import type { AbsencePolicy } from './settling.repo.ts'

const MINUTE = 60_000
/** The start of all patrols here: three hours ago, to the second. */
const evening = Math.floor(Date.now() / 1000) * 1000 - 180 * MINUTE
const at = (minutes: number) => new Date(evening + minutes * MINUTE)

/** No portal runs, because its own job would settle the patrols too. */
let t: TestDatabase
type Member = { readonly userId: number }
let member: Member
let policy: AbsencePolicy
let people = 0
beforeAll(async () => {
  t = await createTestDatabase()
})
afterAll(() => t.drop())
beforeEach(async () => {
  policy = { rule: 'limit', minutes: 20 }
  member = await addPerson()
  await t.db.deleteFrom('presence').execute()
  await t.db.deleteFrom('server_watches').execute()
})
const addPerson = async () => {
  const account = { name: 'Ann', email: `ann${(people += 1)}@example.com`, password_hash: '' }
  return { userId: (await t.db.insertInto('users').values(account).returning('id').executeTakeFirstOrThrow()).id }
}

type Span = readonly [from: number, to: number]
const settling = () => createSettling({ db: t.db, policy: () => policy })
const addPatrol = async (from: number, to: number | null, { departmentId = 2, serverId = 1 } = {}) => {
  const times = { started_at: at(from), ended_at: to === null ? null : at(to) }
  const row = { user_id: member.userId, department_id: departmentId, server_id: serverId, ...times }
  return (await t.db.insertInto('patrols').values(row).returning('id').executeTakeFirstOrThrow()).id
}
const watched = async (...spans: Span[]) => {
  const rows = spans.map(([from, to]) => ({ server_id: 1, started_at: at(from), ended_at: at(to) }))
  await t.db.insertInto('server_watches').values(rows).execute()
}
const seen = async (...spans: (readonly [...Span, state?: 'moving' | 'idle'])[]) => {
  const rows = spans.map(([from, to, state = 'moving']) => ({
    user_id: member.userId,
    server_id: 1,
    started_at: at(from),
    ended_at: at(to),
    state,
  }))
  await t.db.insertInto('presence').values(rows).execute()
}
const settle = (...patrolIds: number[]) => t.db.transaction().execute((tx) => settling().settle(tx, patrolIds))
const patrol = (id: number) => t.db.selectFrom('patrols').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const gaps = async (id: number) =>
  (await t.db.selectFrom('patrol_gaps').selectAll().where('patrol_id', '=', id).orderBy('started_at').execute()).map((gap) => ({
    from: (gap.started_at.getTime() - evening) / MINUTE,
    to: (gap.ended_at.getTime() - evening) / MINUTE,
    isCounted: gap.is_counted,
  }))

test('time in which the server watched without seeing the member is a gap; unwatched time and less than two minutes are not', async () => {
  await watched([-10, 40], [50, 200])
  await seen([-5, 10], [11, 30], [32, 35], [60, 70, 'idle'], [70, 90])
  const id = await addPatrol(0, 100)
  await settle(id)
  expect(await gaps(id)).toEqual([
    { from: 30, to: 32, isCounted: true },
    { from: 35, to: 40, isCounted: true },
    { from: 50, to: 60, isCounted: true },
    { from: 90, to: 100, isCounted: true },
  ])
  expect(await patrol(id)).toMatchObject({
    settled_at: expect.any(Date),
    watched_seconds: 90 * 60,
    seen_seconds: (10 + 19 + 3 + 30) * 60,
    idle_seconds: 10 * 60,
    version: 2,
    calls: 0,
  })
})

describe('limits of what the game server knows', () => {
  test('on a server that was never connected no gap is found', async () => {
    const id = await addPatrol(0, 60)
    expect(await settle(id)).toMatchObject([{ patrolId: id, userId: member.userId, departmentId: 2, hasGaps: false }])
    expect(await gaps(id)).toEqual([])
    expect(await patrol(id)).toMatchObject({ watched_seconds: 0, seen_seconds: null, idle_seconds: null })
  })

  test('a member who was never in the game, or has linked no Steam account, was absent throughout', async () => {
    await watched([-10, 70])
    const id = await addPatrol(0, 60)
    expect(await settle(id)).toMatchObject([{ hasGaps: true }])
    expect(await gaps(id)).toEqual([{ from: 0, to: 60, isCounted: false }])
    expect(await patrol(id)).toMatchObject({ watched_seconds: 3600, seen_seconds: 0, idle_seconds: 0 })
  })

  test('presence on another server, or of another member, does not count', async () => {
    const serverId = (await t.db.insertInto('servers').values({ name: 'Beside' }).returning('id').executeTakeFirstOrThrow()).id
    await watched([0, 60])
    await seen([0, 60])
    await t.db.updateTable('presence').set({ server_id: serverId }).execute()
    const id = await addPatrol(0, 60)
    await settle(id)
    expect(await gaps(id)).toMatchObject([{ from: 0, to: 60 }])
  })

  test('a dispatcher has no gaps', async () => {
    await watched([0, 60])
    await seen([0, 10])
    const id = await addPatrol(0, 60, { departmentId: 5 })
    await settle(id)
    expect(await gaps(id)).toEqual([])
    expect(await patrol(id)).toMatchObject({ watched_seconds: 0, seen_seconds: null, idle_seconds: null, settled_at: expect.any(Date) })
  })

  test('after a crash of the portal the server counts as unwatched from the last write on', async () => {
    await watched([0, 30])
    await seen([0, 30])
    const id = await addPatrol(0, 60)
    await settle(id)
    expect(await gaps(id)).toEqual([])
    expect(await patrol(id)).toMatchObject({ watched_seconds: 1800, seen_seconds: 1800 })
  })
})

describe('whether absences count', () => {
  const absences = async () => {
    await watched([0, 100])
    await seen([0, 10], [15, 40], [60, 70], [91, 100])
    const id = await addPatrol(0, 100)
    await settle(id)
    return id
  }
  const counted = async (id: number) => (await gaps(id)).map(({ from, to, isCounted }) => [to - from, isCounted])

  test.each<[AbsencePolicy, boolean[]]>([
    [{ rule: 'count', minutes: 1 }, [true, true, true]],
    [{ rule: 'leave-out', minutes: 1440 }, [false, false, false]],
    [{ rule: 'limit', minutes: 20 }, [true, true, false]],
    [{ rule: 'limit', minutes: 4 }, [false, false, false]],
  ])('is decided by the rule: %o', async (rule, expected) => {
    policy = rule
    expect(await counted(await absences())).toEqual([5, 20, 21].map((minutes, index) => [minutes, expected[index]]))
  })

  test('is not changed by a later rule, even if the patrol is settled again', async () => {
    const id = await absences()
    policy = { rule: 'count', minutes: 1 }
    await settling().run()
    await settle(id)
    expect(await counted(id)).toEqual([
      [5, true],
      [20, true],
      [21, false],
    ])
  })

  test('gaps that do not count reduce the counted time', async () => {
    const id = await absences()
    const { rows } = await sql<{ seconds: number }>`
      select sum(sign * overlap_seconds(started_at, ended_at, '-infinity', 'infinity'))::integer as seconds
      from counted_time where patrol_id = ${id}`.execute(t.db)
    expect(rows).toEqual([{ seconds: (100 - 21) * 60 }])
  })
})

describe('settling again', () => {
  const decide = (id: number, from: number, isCounted: boolean) =>
    t.db
      .updateTable('patrol_gaps')
      .set({ is_counted: isCounted, decided_by: member.userId, decided_at: new Date() })
      .where('patrol_id', '=', id)
      .where('started_at', '=', at(from))
      .execute()
  const moveTo = (id: number, from: number, to: number) =>
    t.db
      .updateTable('patrols')
      .set({ started_at: at(from), ended_at: at(to) })
      .where('id', '=', id)
      .execute()

  test('keeps a gap that a person decided on, and computes the rest anew', async () => {
    await watched([0, 100])
    await seen([10, 20], [50, 60])
    const id = await addPatrol(5, 55)
    await settle(id)
    expect(await gaps(id)).toMatchObject([
      { from: 5, to: 10, isCounted: true },
      { from: 20, to: 50, isCounted: false },
    ])
    await decide(id, 20, true)
    await decide(id, 5, false)
    await moveTo(id, 0, 90)
    await settle(id)
    expect(await gaps(id)).toEqual([
      { from: 0, to: 5, isCounted: true },
      { from: 5, to: 10, isCounted: false },
      { from: 20, to: 50, isCounted: true },
      { from: 60, to: 90, isCounted: false },
    ])
    expect(await patrol(id)).toMatchObject({ version: 3, watched_seconds: 5400, seen_seconds: 1200 })
  })

  test('replaces gaps that have become longer, shorter or none', async () => {
    await watched([0, 100])
    await seen([10, 20], [40, 50])
    const id = await addPatrol(5, 60)
    await settle(id)
    await moveTo(id, 9, 80)
    await seen([20, 39])
    await settle(id)
    expect(await gaps(id)).toEqual([{ from: 50, to: 80, isCounted: false }])
  })

  test('leaves a patrol under way alone', async () => {
    const id = await addPatrol(0, null)
    expect(await settle(id)).toEqual([])
    expect(await patrol(id)).toMatchObject({ settled_at: null, version: 1 })
    await t.db.deleteFrom('patrols').where('id', '=', id).execute()
  })
})

describe('the job', () => {
  const endedAgo = (seconds: number) =>
    t.db
      .insertInto('patrols')
      .values({
        user_id: member.userId,
        department_id: 2,
        server_id: 1,
        started_at: sql<Date>`now() - make_interval(secs => ${seconds + 5})`,
        ended_at: sql<Date>`now() - make_interval(secs => ${seconds})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const unsettled = async () =>
    (await t.db.selectFrom('patrols').select('id').where('settled_at', 'is', null).where('user_id', '=', member.userId).execute()).length

  test('runs every minute, and waits until all presence is written', async () => {
    expect(settleJob(settling())).toMatchObject({ name: 'patrols-settle', schedule: '* * * * *' })
    const [recent, earlier] = [await endedAgo(60), await endedAgo(100)]
    await settling().run()
    expect(await patrol(recent.id)).toMatchObject({ settled_at: null })
    expect(await patrol(earlier.id)).toMatchObject({ settled_at: expect.any(Date), version: 2 })
  })

  test('continues until no patrol is left, including those from before the upgrade, and two at once settle each once', async () => {
    await sql`insert into patrols (user_id, department_id, server_id, started_at, ended_at)
      select ${member.userId}, 2, 1, now() - make_interval(hours => n), now() - make_interval(hours => n) + interval '30 minutes'
      from generate_series(1, 900) n`.execute(t.db)
    const told: number[] = []
    const nodes = [settling(), settling()]
    for (const node of nodes) node.onSettled((settled) => told.push(...settled.map(({ patrolId }) => patrolId)))
    await Promise.all(nodes.map(({ run }) => run()))
    expect(await unsettled()).toBe(0)
    expect(told.toSorted((a, b) => a - b)).toEqual([...new Set(told)].toSorted((a, b) => a - b))
    expect(told).toHaveLength(900)
    const versions = await t.db.selectFrom('patrols').select('version').where('user_id', '=', member.userId).distinct().execute()
    expect(versions).toEqual([{ version: 2 }])
  })

  test('is run by the portal', async () => {
    await endedAgo(100)
    const portal = await startTestPortal({ database: t })
    await sql`select graphile_worker.add_job('patrols-settle', job_key => 'now')`.execute(t.db)
    await until('settled', async () => (await unsettled()) === 0)
    await portal.close()
  })
})

test('calls are counted for each patrol in the same way: those the member was on, created, cleared or sent units to', async () => {
  const other = await addPerson()
  const call = async (
    minutes: number,
    { created = other, cleared = other, unit }: { created?: Member; cleared?: Member; unit?: Member },
  ) => {
    const row = await t.db
      .insertInto('calls')
      .values({
        server_id: 1,
        call_type_id: 4,
        priority: 1,
        classes: [1],
        title: 'Robbery',
        narrative: '',
        location: '',
        postal: '',
        caller: '',
        source: 'dispatcher',
        status: 'cleared',
        created_by: created.userId,
        cleared_by: cleared.userId,
        created_at: at(minutes),
        cleared_at: at(minutes + 5),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (!unit) return
    const times = { assigned_at: at(minutes + 1), cleared_at: at(minutes + 5) }
    const who = { call_id: row.id, user_id: unit.userId, identifier: '4L1', unit_class: 1, assigned_by: other.userId }
    await t.db
      .insertInto('call_units')
      .values({ ...who, is_primary: true, ...times })
      .execute()
  }
  await call(5, {})
  await call(5, { created: member, cleared: member, unit: member })
  await call(-2, { cleared: member })
  await call(20, { unit: member })
  await call(45, { unit: member })
  const [first, second] = [await addPatrol(0, 30), await addPatrol(30, 60)]
  await settle(first, second)
  expect([(await patrol(first)).calls, (await patrol(second)).calls]).toEqual([3, 1])
})

describe('random watches and presence', () => {
  const LENGTH = 1800
  const Seconds = fc.integer({ min: 0, max: LENGTH })
  const Range = fc.tuple(Seconds, Seconds).map(([a, b]): Span => (a < b ? [a, b] : [b, a]))
  const distinct = { selector: ([start]: readonly [Span[0], ...unknown[]]) => start, maxLength: 8 }
  const Evening = fc.record({
    span: Range,
    watches: fc.uniqueArray(Range, distinct),
    moving: fc.uniqueArray(Range, distinct),
    idle: fc.uniqueArray(Range, distinct),
  })
  /** Computes the expected gaps second by second. */
  const covers = (ranges: readonly Span[]) => (second: number) => ranges.some(([from, to]) => from <= second && second < to)
  const runs = (isIn: (second: number) => boolean): Span[] => {
    const found: Span[] = []
    for (let from = 0; from < LENGTH; from += 1) {
      if (!isIn(from)) continue
      let to = from
      while (to < LENGTH && isIn(to)) to += 1
      found.push([from, to])
      from = to
    }
    return found
  }
  const total = (ranges: readonly Span[]) => ranges.reduce((sum, [from, to]) => sum + to - from, 0)
  const inMinutes = ([from, to]: Span): Span => [from / 60, to / 60]

  test('gaps are exactly the watched time without presence for two minutes, and with presence they add up to the watched time', async () => {
    await fc.assert(
      fc.asyncProperty(Evening, async ({ span, watches, moving, idle }) => {
        await t.db.deleteFrom('presence').execute()
        await t.db.deleteFrom('server_watches').execute()
        await t.db.deleteFrom('patrols').where('user_id', '=', member.userId).execute()
        const starts = new Set(moving.map(([from]) => from))
        const still = idle.filter(([from]) => !starts.has(from))
        if (watches.length > 0) await watched(...watches.map(inMinutes))
        const presence = [
          ...moving.map((each) => [...inMinutes(each)] as const),
          ...still.map((each) => [...inMinutes(each), 'idle'] as const),
        ]
        if (presence.length > 0) await seen(...presence)
        const id = await addPatrol(...inMinutes(span))
        await settle(id)

        const isWatched = (second: number) => covers([span])(second) && covers(watches)(second)
        const isMoving = covers(moving)
        const isSeen = (second: number) => isMoving(second) || covers(still)(second)
        const unseen = runs((second) => isWatched(second) && !isSeen(second))
        const found = (await gaps(id)).map(({ from, to }) => [Math.round(from * 60), Math.round(to * 60)])
        expect(found).toEqual(unseen.filter(([from, to]) => to - from >= 120))
        const row = await patrol(id)
        const watchedSeconds = total(runs(isWatched))
        expect(row.watched_seconds).toBe(watchedSeconds)
        const short = total(unseen.filter(([from, to]) => to - from < 120))
        const long = total(unseen) - short
        expect((row.seen_seconds ?? 0) + long + short).toBe(watchedSeconds)
        expect(row.idle_seconds ?? 0).toBe(total(runs((second) => isWatched(second) && isSeen(second) && !isMoving(second))))
        const before = await t.db.selectFrom('patrol_gaps').select('id').where('patrol_id', '=', id).orderBy('id').execute()
        await settle(id)
        expect(await t.db.selectFrom('patrol_gaps').select('id').where('patrol_id', '=', id).orderBy('id').execute()).toEqual(before)
      }),
      { numRuns: 60, examples: [[{ span: [0, 1800], watches: [[0, 1800]], moving: [], idle: [] }]] },
    )
  })
})
