import { setTimeout as sleep } from 'node:timers/promises'
import { UNIT_STATUS, type PatrolUnit } from '@tenfour/contract'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../../../platform/database/database.ts'
import { dispatchOf, type Dispatch, type Member } from '../../../../testing/test-dispatch.ts'
import { fullOr, numberFrom } from '../../../../testing/test-length.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { endCivilianPatrols, openCivilianPatrols } from '../../../patrols/patrols/patrols.port.ts'
import { readStretches } from '../../../patrols/patrols/patrols.rows.ts'
import { createWelfare } from '../../welfare/welfare.service.ts'
import { createBoard } from '../board.service.ts'

/** `PATROL_MODEL_RUNS=500 PATROL_MODEL_SEED=7` runs longer, or with another seed; a failure prints the seed and path. */
const RUNS = numberFrom('PATROL_MODEL_RUNS', fullOr(60, 8))
const SEED = numberFrom('PATROL_MODEL_SEED', 16)
const MAX_EVENTS = 25
const [LSPD, CIV] = [2, 7]
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']
/** Zones with changes of the clock: Berlin, New York, and Lord Howe with half an hour. */
const CLOCK_CHANGES = ['2024-03-31T01:00Z', '2024-10-27T01:00Z', '2024-03-10T07:00Z', '2024-11-03T06:00Z', '2024-04-06T15:00Z']

let t: TestPortal
let d: Dispatch
let otherServer: number
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
  otherServer = (await (await t.as('admin')).post('/api/patrol/server', { name: 'Second' })).json<{ serverId: number }>().serverId
})
afterAll(() => t.close())

type Who = 0 | 1
type Event =
  | { kind: 'duty'; who: Who; departmentId: number; isElsewhere: boolean }
  | { kind: 'status'; who: Who; status: number }
  | { kind: 'beat'; who: Who; beatId: number | null }
  | { kind: 'sign'; who: Who; sign: string }
  | { kind: 'join'; who: Who; isElsewhere: boolean }
  | { kind: 'leave'; who: Who }
  | { kind: 'seen'; who: Who; state: 'moving' | 'idle' }
  | { kind: 'forgotten'; who: Who; minutes: number }
  | { kind: 'gap'; isCounted: boolean }
  | { kind: 'clock'; minutes: number }

const who = fc.constantFrom<Who>(0, 1)
const minutes = fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 60, max: 3000 }))
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('duty'), who, departmentId: fc.constantFrom(LSPD, CIV), isElsewhere: fc.boolean() }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('status'), who, status: fc.constantFrom(1, 2, 3, 4, 5, 6, 7) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('beat'), who, beatId: fc.constantFrom(null, 1, 2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sign'), who, sign: fc.constantFrom('A', 'B') }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('join'), who, isElsewhere: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave'), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('seen'), who, state: fc.constantFrom('moving', 'idle') }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('forgotten'), who, minutes }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('gap'), isCounted: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('clock'), minutes }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clock'), minutes: minutes.map((each) => -each) }) },
)

type Point = readonly [status: number | null, beatId: number | null, identifier: string]
/** The patrols that should have been recorded. Times are the database's, so they are not included. */
type Expected = { kind: 'duty' | 'civilian'; departmentId: number; serverId: number; isOpen: boolean; points: Point[] }
type Player = { readonly member: Member; serverInGame: number | null; unit: PatrolUnit | null; readonly patrols: Expected[] }

const CIVILIAN: Point = [null, null, '']
const pointOf = ({ status, beatId, identifier }: PatrolUnit): Point => [status, beatId, identifier]
const isOnDuty = (unit: PatrolUnit | null): unit is PatrolUnit => unit !== null && unit.status !== UNIT_STATUS.offDuty
const inTx = <T>(work: (tx: Tx) => Promise<T>) => t.db.transaction().execute(work)

/** Whether the clock was set back to before something recorded of these members: until it has caught up, no time passes. */
async function isClockBehind({ member: { userId } }: Player): Promise<boolean> {
  const { rows } = await sql<{ isBehind: boolean }>`
    select coalesce(max(greatest(p.started_at, p.ended_at, s.at)) > clock_timestamp(), false) as "isBehind"
    from patrols p left join patrol_stretches s on s.patrol_id = p.id where p.user_id = ${userId}`.execute(t.db)
  return rows[0]?.isBehind ?? false
}

/** If the clock was set back, nothing is opened at a time that is already recorded. */
async function isTimeTaken({ member: { userId } }: Player): Promise<boolean> {
  const { rows } = await sql`
    select from patrols where user_id = ${userId} and ended_at > clock_timestamp() and ended_at > started_at`.execute(t.db)
  return rows.length > 0
}

function expectUnit({ patrols, unit: was }: Player, is: PatrolUnit | null, isBehind: boolean): void {
  const last = patrols.findLast(({ isOpen }) => isOpen)
  const isSame = isOnDuty(was) && isOnDuty(is) && was.serverId === is.serverId && was.department.departmentId === is.department.departmentId
  if (last && !isSame && (isOnDuty(was) || isOnDuty(is))) last.isOpen = false
  if (!isOnDuty(is)) return
  const point = pointOf(is)
  if (!isSame) {
    patrols.push({ kind: 'duty', departmentId: is.department.departmentId, serverId: is.serverId, isOpen: true, points: [point] })
  } else if (JSON.stringify(pointOf(was)) !== JSON.stringify(point)) {
    if (isBehind) last?.points.pop()
    last?.points.push(point)
  }
}

async function playerActs(player: Player, event: Exclude<Event, { kind: 'gap' | 'clock' }>): Promise<void> {
  const { member, patrols } = player
  const { userId, http, identifier } = member
  const isBehind = await isClockBehind(player)
  const serverOf = (isElsewhere: boolean) => (isElsewhere ? otherServer : 1)
  const changeUnit = async (answer: Promise<{ statusCode: number }>) => {
    expect((await answer).statusCode).toBeLessThan(500)
    const is = (await http.get(`/api/patrol/unit/${userId}`)).json<PatrolUnit | null>()
    expectUnit(player, is, isBehind)
    player.unit = is
  }
  const leave = async () => {
    if (player.serverInGame === null) return
    const serverId = player.serverInGame
    await inTx((tx) => endCivilianPatrols(tx, { serverId, userIds: [userId] }, new Date()))
    player.serverInGame = null
    const open = patrols.findLast(({ isOpen, kind }) => isOpen && kind === 'civilian')
    if (open) open.isOpen = false
  }
  switch (event.kind) {
    case 'duty':
      return changeUnit(d.save(member, { serverId: serverOf(event.isElsewhere), departmentId: event.departmentId, identifier }))
    case 'status':
      return changeUnit(d.status(member, member, event.status))
    case 'beat':
      return changeUnit(http.post(`/api/patrol/unit/beat/${userId}`, { beatId: event.beatId }))
    case 'sign':
      return changeUnit(http.post(`/api/patrol/unit/identifier/${userId}`, { identifier: `${identifier}${event.sign}` }))
    case 'leave':
      return leave()
    case 'join': {
      await leave()
      const serverId = serverOf(event.isElsewhere)
      player.serverInGame = serverId
      const isTaken = await isTimeTaken(player)
      await inTx((tx) => openCivilianPatrols(tx, [{ userId, serverId }]))
      if (!isOnDuty(player.unit) && !isTaken)
        patrols.push({ kind: 'civilian', departmentId: CIV, serverId, isOpen: true, points: [CIVILIAN] })
      return
    }
    case 'seen':
      await sql`insert into presence (user_id, server_id, started_at, ended_at, state)
        values (${userId}, 1, clock_timestamp() - interval '1 second', clock_timestamp(), ${event.state})`.execute(t.db)
      return
    case 'forgotten': {
      if (!isOnDuty(player.unit)) return
      await sql`update units set last_heard_at = clock_timestamp() - make_interval(mins => ${event.minutes}) where user_id = ${userId}`.execute(
        t.db,
      )
      await sql`insert into pings (kind, to_user_id, message, at, deadline)
        values ('welfare', ${userId}, '', clock_timestamp(), clock_timestamp())`.execute(t.db)
      const { publish } = t.app.realtime
      const silence = () => ({ minutes: 0, graceMinutes: 1 })
      await createWelfare({ db: t.db, board: createBoard({ db: t.db, publish }), publish, silence }).check()
      await changeUnit(Promise.resolve({ statusCode: 200 }))
      expect(player.unit?.status).toBe(UNIT_STATUS.offDuty)
      // Changes after the last sign of life are deleted; the times decide how many.
      const kept = (await recorded(player)).at(-1)?.points.length ?? 0
      expect(kept).toBeGreaterThan(0)
      patrols.at(-1)?.points.splice(kept)
    }
  }
}

/**
 * Moves everything that was recorded, which has the effect of moving the clock in the opposite direction. Rows are moved one after the
 * other, because none may overlap.
 */
async function moveHistory(byMinutes: number): Promise<void> {
  const by = sql`make_interval(mins => ${byMinutes})`
  const order = byMinutes > 0 ? ('desc' as const) : ('asc' as const)
  await inTx(async (tx) => {
    await sql`update patrol_gaps set started_at = started_at + make_interval(years => 500), ended_at = ended_at + make_interval(years => 500)`.execute(
      tx,
    )
    await sql`update patrol_gaps set started_at = started_at - make_interval(years => 500) + ${by},
      ended_at = ended_at - make_interval(years => 500) + ${by}`.execute(tx)
    for (const { id } of await tx.selectFrom('patrols').select('id').orderBy('started_at', order).orderBy('ended_at', order).execute()) {
      await sql`update patrols set started_at = started_at + ${by}, ended_at = ended_at + ${by} where id = ${id}`.execute(tx)
      for (const { at } of await tx
        .selectFrom('patrol_stretches')
        .select('at')
        .where('patrol_id', '=', id)
        .orderBy('at', order)
        .execute()) {
        await sql`update patrol_stretches set at = at + ${by} where patrol_id = ${id} and at = ${at}`.execute(tx)
      }
    }
    await sql`update presence set started_at = started_at + ${by}, ended_at = ended_at + ${by}`.execute(tx)
    await sql`update units set last_heard_at = last_heard_at + ${by}`.execute(tx)
  })
}

/** Adds an absence to an ended patrol that has none yet. */
const addGap = (isCounted: boolean) =>
  sql`insert into patrol_gaps (patrol_id, started_at, ended_at, is_counted)
    select id, started_at + (ended_at - started_at) / 3, ended_at - (ended_at - started_at) / 3, ${isCounted} from patrols p
    where ended_at - started_at > interval '2 minutes' and not exists (select from patrol_gaps g where g.patrol_id = p.id)
    order by id desc limit 1`.execute(t.db)

async function recorded({ member: { userId } }: Player): Promise<Expected[]> {
  const { rows } = await sql<Expected>`
    select p.kind, p.department_id as "departmentId", p.server_id as "serverId", p.ended_at is null as "isOpen", (
      select json_agg(json_build_array(s.status, s.beat_id, s.identifier) order by s.at) from patrol_stretches s where s.patrol_id = p.id
    ) as points
    from patrols p where p.user_id = ${userId} order by p.id`.execute(t.db)
  return rows
}

async function expectSound(): Promise<void> {
  const patrols = await t.db.selectFrom('patrols').selectAll().execute()
  const stretches = await readStretches(
    t.db,
    patrols.map(({ id }) => id),
  )
  for (const { id, started_at, ended_at } of patrols) {
    const own = stretches.get(id) ?? []
    const [start, end] = [started_at.toISOString(), ended_at?.toISOString() ?? null]
    expect([own[0]?.startedAt, ...own.map(({ endedAt }) => endedAt)]).toEqual([
      start,
      ...own.slice(1).map(({ startedAt }) => startedAt),
      end,
    ])
    if (start !== end) expect(own.filter(({ startedAt, endedAt }) => startedAt === endedAt)).toEqual([])
  }
  const { rows } = await sql`select
    (select count(*) from patrols a join patrols b on a.user_id = b.user_id and a.id < b.id
      and tstzrange(a.started_at, a.ended_at) && tstzrange(b.started_at, b.ended_at)) as overlaps,
    (select count(*) from patrol_stretches s join patrols p on p.id = s.patrol_id where s.at < p.started_at or s.at > p.ended_at) as outside,
    (select count(*) from (select from patrols where ended_at is null group by user_id having count(*) > 1) as o) as "twoAtOnce"`.execute(
    t.db,
  )
  expect(rows).toEqual([{ overlaps: 0, outside: 0, twoAtOnce: 0 }])
}

/** The hours of all days of a zone, read like a period, equal the hours of all patrols without the absences that don't count. */
async function expectSameTotals(): Promise<void> {
  const { rows } = await sql<{ zone: string; byDay: string; total: string; plain: string }>`
    select z.zone, d."byDay", t.total, t.plain
    from unnest(${ZONES}::text[]) as z (zone)
      cross join (select
        (select coalesce(sum(sign * overlap_seconds(started_at, ended_at, '-infinity', 'infinity')), 0) from counted_time)::text as total,
        (select coalesce(sum(floor(extract(epoch from coalesce(ended_at, greatest(now(), started_at)))) - floor(extract(epoch from started_at))), 0)
            from patrols)
          - (select coalesce(sum(floor(extract(epoch from ended_at)) - floor(extract(epoch from started_at))), 0)
            from patrol_gaps where not is_counted) as plain) as t
      cross join lateral (
        select coalesce(sum(c.sign * overlap_seconds(c.started_at, c.ended_at, day.since, day.until)), 0)::text as "byDay"
        from (
          select d.day at time zone z.zone as since, (d.day + interval '1 day') at time zone z.zone as until
          from (select min(started_at) as first, max(greatest(started_at, ended_at)) as last from counted_time) as span,
            generate_series(date_trunc('day', span.first at time zone z.zone), span.last at time zone z.zone, interval '1 day') as d (day)
        ) as day join counted_time c on c.started_at < day.until and c.ended_at > day.since
          and (c.started_at >= day.since - interval '24 hours' or c.is_long)
      ) as d`.execute(t.db)
  expect(rows.map(({ zone, byDay }) => [zone, Number(byDay)])).toEqual(ZONES.map((zone) => [zone, Number(rows[0]?.plain)]))
  expect(Number(rows[0]?.total)).toBe(Number(rows[0]?.plain))
}

async function play(events: readonly Event[], clockChange: string): Promise<void> {
  const newPlayer = async (): Promise<Player> => {
    const departments = [
      { name: 'LSPD', isPrimary: true },
      { name: 'CIV', isPrimary: false },
    ]
    const person = await t.addPerson({ departments })
    const member = { ...person, http: t.http(person.token), identifier: `7X${person.userId}` }
    return { member, serverInGame: null, unit: null, patrols: [] }
  }
  const players = [await newPlayer(), await newPlayer()] as const
  for (const event of events) {
    // Waits, so that no two changes fall into the same millisecond.
    await sleep(2)
    if (event.kind === 'clock') await moveHistory(-event.minutes)
    else if (event.kind === 'gap') await addGap(event.isCounted)
    else await playerActs(players[event.who], event)
  }
  for (const player of players) expect(await recorded(player)).toEqual(player.patrols)
  await expectSound()
  await expectSameTotals()

  for (const player of players) {
    await playerActs(player, { kind: 'leave', who: 0 })
    if (isOnDuty(player.unit)) await playerActs(player, { kind: 'status', who: 0, status: UNIT_STATUS.offDuty })
  }
  const { rows } = await sql<{ middle: Date | null }>`
    select min(started_at) + (max(ended_at) - min(started_at)) / 2 as middle from patrols`.execute(t.db)
  const middle = rows[0]?.middle
  if (middle) await moveHistory(Math.round((Date.parse(clockChange) - middle.getTime()) / 60_000))
  await expectSound()
  await expectSameTotals()
}

async function clear(): Promise<void> {
  await sql`delete from patrols`.execute(t.db)
  await sql`delete from presence`.execute(t.db)
  await sql`delete from pings`.execute(t.db)
  await sql`update units set status = 1, on_duty_since = null`.execute(t.db)
}

const TITLE = 'stretches are the whole of each patrol, none overlaps another, and days add up in every time zone'
test(`after random actions, ${TITLE} (seed ${SEED})`, { timeout: 120_000 + RUNS * 30_000 }, async () => {
  const events = fc.array(event, { maxLength: MAX_EVENTS, size: 'max' })
  await fc.assert(
    fc.asyncProperty(events, fc.constantFrom(...CLOCK_CHANGES), async (each, clockChange) => {
      try {
        await play(each, clockChange)
      } finally {
        await clear()
      }
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: process.env['PATROL_MODEL_RUNS'] === undefined },
  )
})
