import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type Person, type TestPortal } from '../../../testing/test-portal.ts'

const HOUR = 3_600_000

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
      started_at: new Date(Date.now() - startedHoursAgo * HOUR),
      ended_at: endedHoursAgo === null ? null : new Date(Date.now() - endedHoursAgo * HOUR),
    })
    .execute()

test('there are none until someone patrols', async () => {
  expect((await t.http(busy.token).get(`/api/user/getUserPatrols/${busy.userId}`)).json()).toEqual([])
  expect((await t.http(busy.token).get('/api/user/getTopUserPatrols')).json()).toEqual([])
})

test("a member's patrols come newest first, to them and to staff", async () => {
  await patrol(busy, 30, 28)
  await patrol(busy, 2, null)
  const own = (await t.http(busy.token).get(`/api/user/getUserPatrols/${busy.userId}`)).json()
  expect(own).toMatchObject([
    { departmentName: 'LSPD', serverName: 'Server 1', endedAt: null, calls: 0 },
    { departmentId: 2, serverId: 1, endedAt: expect.any(String) as string, calls: null },
  ])
  expect((await (await t.as('staff')).get(`/api/user/getUserPatrols/${busy.userId}`)).json()).toEqual(own)
  expect((await t.http(idle.token).get(`/api/user/getUserPatrols/${busy.userId}`)).statusCode).toBe(403)
})

test('the top list counts what lies within seven days, one under way too', async () => {
  await patrol(idle, 7 * 24 + 1, 7 * 24 - 1)
  await patrol(idle, 400, 300)
  const top = (await t.http(idle.token).get('/api/user/getTopUserPatrols')).json()
  expect(top).toEqual([
    { userId: busy.userId, name: 'Busy', minutes: 240 },
    { userId: idle.userId, name: 'Idle', minutes: expect.any(Number) as number },
  ])
  expect(top[1].minutes).toBeGreaterThanOrEqual(59)
  expect(top[1].minutes).toBeLessThanOrEqual(60)
})

test('a server says how many are on duty, and makes up nothing', async () => {
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

test('the calls of the latest patrol are counted: those one was on, created, cleared or sent units to, each once', async () => {
  const [worker, other] = [await t.addPerson({ name: 'Worker' }), await t.addPerson({ name: 'Other' })]
  await patrol(worker, 30, 28)
  await patrol(worker, 3, 1)
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR)
  const call = async (createdHoursAgo: number, by: { created?: Person; cleared?: Person; unit?: Person; sent?: Person }) => {
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
        source: 'dispatcher',
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
  const latest = async (person: Person) => (await t.http(person.token).get(`/api/user/getUserPatrols/${person.userId}`)).json()[0]?.calls
  // The third was created before this patrol began, but cleared by someone else.
  expect(await latest(worker)).toBe(4)
})
