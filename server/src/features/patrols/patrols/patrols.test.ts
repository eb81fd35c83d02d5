import { afterAll, beforeAll, expect, test } from 'vitest'
import { putCommunityIn } from '../../../testing/test-database.ts'
import { addGap, addPatrol } from '../../../testing/test-patrol-rows.ts'
import { startTestPortal, type Person, type TestPortal } from '../../../testing/test-portal.ts'

const HOUR = 3_600_000
const NOW = Date.now()

let t: TestPortal
let busy: Person
let idle: Person
beforeAll(async () => {
  t = await startTestPortal()
  busy = await t.addPerson({ name: 'Busy' })
  idle = await t.addPerson({ name: 'Idle' })
})
afterAll(() => t.close())

const patrol = (user: Person, startedHoursAgo: number, endedHoursAgo: number | null) =>
  t.db
    .insertInto('patrols')
    .values({
      user_id: user.userId,
      department_id: 2,
      server_id: 1,
      started_at: new Date(NOW - startedHoursAgo * HOUR),
      ended_at: endedHoursAgo === null ? null : new Date(NOW - endedHoursAgo * HOUR),
    })
    .execute()

test('without patrols the lists are empty', async () => {
  expect((await t.http(busy.token).get(`/api/user/getUserPatrols/${busy.userId}`)).json()).toEqual([])
  expect((await t.http(busy.token).get('/api/user/getTopUserPatrols?period=all')).json()).toEqual([])
})

test("a member's patrols are newest first, for them and for staff", async () => {
  await patrol(busy, 30, 28)
  await patrol(busy, 2, null)
  const own = (await t.http(busy.token).get(`/api/user/getUserPatrols/${busy.userId}`)).json()
  expect(own).toMatchObject([
    { departmentName: 'LSPD', serverName: 'Server 1', endedAt: null, calls: 0 },
    { departmentId: 2, serverId: 1, endedAt: expect.any(String) as string, calls: 0, seconds: 7200, countedSeconds: 7200 },
  ])
  // The patrol under way has become longer meanwhile.
  const [, ended] = own
  const byStaff = (await (await t.as('staff')).get(`/api/user/getUserPatrols/${busy.userId}`)).json()
  expect(byStaff).toEqual([{ ...own[0], seconds: byStaff[0].seconds, countedSeconds: byStaff[0].countedSeconds }, ended])
  expect((await t.http(idle.token).get(`/api/user/getUserPatrols/${busy.userId}`)).statusCode).toBe(403)
})

test('the top list counts time within seven days, including a patrol under way', async () => {
  await patrol(idle, 7 * 24 + 1, 7 * 24 - 1)
  await patrol(idle, 400, 300)
  const top = (await t.http(idle.token).get('/api/user/getTopUserPatrols')).json()
  expect(top).toEqual([
    { userId: busy.userId, name: 'Busy', minutes: 240, calls: 0 },
    { userId: idle.userId, name: 'Idle', minutes: expect.any(Number) as number, calls: 0 },
  ])
  expect(top[1].minutes).toBeGreaterThanOrEqual(59)
  expect(top[1].minutes).toBeLessThanOrEqual(60)
})

test('a server shows how many members are on duty, and no values that are unknown', async () => {
  const response = await t.http(idle.token).get('/api/patrol/servers2')
  expect(response.json()).toEqual([
    {
      serverId: 1,
      name: 'Server 1',
      environment: 'prod',
      address: null,
      isOnline: false,
      players: 0,
      maxPlayers: null,
      lastHeartbeatAt: null,
      unitsOnDuty: 1,
      activeCalls: 0,
    },
  ])
  expect((await t.http().get('/api/patrol/servers2')).statusCode).toBe(401)
})

test('the calls of a patrol are counted until it is settled: those the member was on, created, cleared or sent units to, each once', async () => {
  const [worker, other] = [await t.addPerson({ name: 'Worker' }), await t.addPerson({ name: 'Other' })]
  await patrol(worker, 30, 28)
  await patrol(worker, 3, 1)
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR)
  const call = async (
    createdHoursAgo: number,
    by: { created?: Person; cleared?: Person; unit?: Person; sent?: Person },
    source: 'dispatcher' | '911' = 'dispatcher',
  ) => {
    const { id } = await t.db
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
        source,
        status: 'cleared',
        created_by: by.created?.userId ?? other.userId,
        cleared_by: by.cleared?.userId ?? other.userId,
        created_at: ago(createdHoursAgo),
        cleared_at: ago(1.5),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (!by.unit && !by.sent) return
    await t.db
      .insertInto('call_units')
      .values({
        call_id: id,
        user_id: (by.unit ?? other).userId,
        identifier: '4L1',
        unit_class: 1,
        is_primary: true,
        assigned_by: (by.sent ?? other).userId,
        assigned_at: ago(2),
        cleared_at: ago(1.5),
      })
      .execute()
  }
  await call(2.5, {})
  await call(2.5, { created: worker, cleared: worker, unit: worker })
  await call(5, { created: worker })
  await call(5, { unit: worker })
  await call(2.5, { sent: worker })
  await call(5, { cleared: worker })
  // The caller of a 911 call does not work it.
  await call(2.5, { created: worker }, '911')
  const latest = async (person: Person) => (await t.http(person.token).get(`/api/user/getUserPatrols/${person.userId}`)).json()[0]?.calls
  // The third was created before this patrol began, but cleared by someone else.
  expect(await latest(worker)).toBe(4)
})

test('a period and pages by query: patrols that overlap the period, newest first', async () => {
  const member = await t.addPerson()
  await addPatrol(t, member, '2026-03-01T10:00:00Z', { endedAt: '2026-03-01T12:00:00Z' })
  await addPatrol(t, member, '2026-03-02T23:00:00Z', { endedAt: '2026-03-03T01:00:00Z', departmentId: 7, kind: 'civilian' })
  await addPatrol(t, member, '2026-03-04T10:00:00Z', { endedAt: '2026-03-04T12:00:00Z' })
  const list = async (query: string) => {
    const response = await t.http(member.token).get(`/api/user/getUserPatrols/${member.userId}?${query}`)
    return response.json().map(({ startedAt }: { startedAt: string }) => startedAt.slice(0, 10))
  }
  expect(await list('')).toEqual(['2026-03-04', '2026-03-02', '2026-03-01'])
  expect(await list('from=2026-03-03T00:00:00Z')).toEqual(['2026-03-04', '2026-03-02'])
  expect(await list('from=2026-03-03T00:00:00Z&to=2026-03-04T10:00:00Z')).toEqual(['2026-03-02'])
  expect(await list('from=2026-03-03T01:00:00Z')).toEqual(['2026-03-04'])
  expect(await list('pageSize=1&page=2')).toEqual(['2026-03-02'])
  expect(await list('departmentId=7')).toEqual(['2026-03-02'])
  const wrong = await t.http(member.token).get(`/api/user/getUserPatrols/${member.userId}?from=yesterday`)
  expect(wrong.json()).toMatchObject({ code: 'invalid_input', field: 'from' })
})

test('the history is filtered by day, server, department and state, and sorted by length', async () => {
  const member = await t.addPerson()
  const list = async (query: string) => {
    const { items, total } = (await t.http(member.token).get(`/api/patrols/of/${member.userId}?${query}`)).json()
    expect(total).toBe(items.length)
    return (items as { startedAt: string }[]).map(({ startedAt }) => startedAt)
  }
  const at = ['2026-03-04T03:00:00.000Z', '2026-03-05T12:00:00.000Z', '2026-03-06T12:00:00.000Z', '2026-03-07T12:00:00.000Z'] as const
  // In Newfoundland it is still the third of March.
  await addPatrol(t, member, at[0], { endedAt: '2026-03-04T03:01:00Z' })
  const flagged = await addPatrol(t, member, at[1], { endedAt: '2026-03-05T16:00:00Z' })
  await addGap(t, flagged, { from: '2026-03-05T13:00:00Z', to: '2026-03-05T14:00:00Z' })
  const silent = await addPatrol(t, member, at[2], { endedAt: '2026-03-06T13:00:00Z', departmentId: 7 })
  const corrected = await addPatrol(t, member, at[3], { endedAt: '2026-03-07T14:00:00Z' })
  await t.db.updateTable('patrols').set({ end_reason: 'silence', is_cut: true }).where('id', '=', silent).execute()
  await t.db
    .insertInto('patrol_corrections')
    .values({
      patrol_id: corrected,
      asked_by: member.userId,
      reason: 'Crashed',
      counts_gaps: true,
      was_started_at: at[3],
      was_ended_at: at[3],
      state: 'accepted',
      decided_by: busy.userId,
      decided_at: new Date(),
    })
    .execute()
  expect(await list('')).toEqual(at.toReversed())
  expect(await list('to=2026-03-03&timeZone=America/St_Johns')).toEqual([])
  await putCommunityIn(t.db, 'America/St_Johns')
  expect(await list('to=2026-03-03&timeZone=Asia/Tokyo')).toEqual([at[0]])
  await putCommunityIn(t.db, 'UTC')
  expect(await list('from=2026-03-05&to=2026-03-06')).toEqual([at[2], at[1]])
  expect(await list('from=2026-03-06&to=2026-03-05')).toEqual([])
  expect(await list('departmentId=7')).toEqual([at[2]])
  expect(await list('serverId=2')).toEqual([])
  expect(await list('only=flagged')).toEqual([at[1]])
  expect(await list('only=silence')).toEqual([at[2]])
  expect(await list('only=cut')).toEqual([at[2]])
  expect(await list('only=corrected')).toEqual([at[3]])
  expect(await list('sort=seconds&direction=asc')).toEqual([at[0], at[2], at[3], at[1]])
  expect((await t.http(member.token).get(`/api/patrols/of/${member.userId}?only=flagged`)).json().items[0]).toMatchObject({
    seconds: 14_400,
    countedSeconds: 10_800,
    isFlagged: true,
    identifier: '4L12',
    unitClass: 1,
    isSettled: true,
    correction: null,
  })
})
