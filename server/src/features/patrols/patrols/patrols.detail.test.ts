import { afterAll, beforeAll, expect, test } from 'vitest'
import { addGap, addPatrol } from '../../../testing/test-patrol-rows.ts'
import { startTestPortal, type Person, type TestPortal } from '../../../testing/test-portal.ts'

const START = '2026-03-02T20:00:00Z'
const END = '2026-03-02T22:00:00Z'
const at = (time: string) => `2026-03-02T${time}:00.000Z`

let t: TestPortal
let member: Person
let patrolId: number
beforeAll(async () => {
  t = await startTestPortal()
  member = await t.addPerson({ name: 'Adeyemi', departments: [{ name: 'LSPD', rank: 'Officer I', isPrimary: true }] })
  patrolId = await addPatrol(t, member, START, {
    endedAt: END,
    isSettled: false,
    statuses: [
      { at: START, status: 3, identifier: '4L12' },
      { at: at('21:00'), status: 6, identifier: '4L14' },
    ],
  })
  const presence = { user_id: member.userId, server_id: 1 }
  await t.db
    .insertInto('presence')
    .values([
      { ...presence, started_at: at('19:30'), ended_at: at('20:30'), state: 'moving' },
      { ...presence, started_at: at('20:50'), ended_at: at('22:30'), state: 'idle' },
      { ...presence, started_at: at('23:00'), ended_at: at('23:30'), state: 'moving' },
    ])
    .execute()
  await t.db
    .insertInto('server_watches')
    .values({ server_id: 1, started_at: at('12:00'), ended_at: at('21:45') })
    .execute()
})
afterAll(() => t.close())

const addCall = async (title: string, createdAt: string, by: { created?: Person; unit?: { from: string; to: string } }) => {
  const { id } = await t.db
    .insertInto('calls')
    .values({
      server_id: 1,
      call_type_id: 4,
      priority: 1,
      classes: [1],
      title,
      narrative: '',
      location: '',
      postal: '',
      caller: '',
      source: 'dispatcher',
      status: 'cleared',
      created_by: by.created?.userId ?? null,
      created_at: createdAt,
      cleared_at: at('23:00'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (by.unit) {
    await t.db
      .insertInto('call_units')
      .values({
        call_id: id,
        user_id: member.userId,
        identifier: '4L12',
        unit_class: 1,
        is_primary: true,
        assigned_at: by.unit.from,
        cleared_at: by.unit.to,
      })
      .execute()
  }
  return id
}

test('a patrol comes with its timeline, presence, absences, calls and corrections', async () => {
  const supervisor = await t.person('staff')
  const [open, decided] = [
    await addGap(t, patrolId, { from: at('20:30'), to: at('20:50') }),
    await addGap(t, patrolId, { from: at('21:50'), to: at('21:55'), isCounted: true, decidedBy: supervisor }),
  ]
  await addCall('Not theirs', at('20:05'), {})
  const pursuit = await addCall('Pursuit', at('19:40'), { unit: { from: at('20:10'), to: at('20:25') } })
  const stop = await addCall('Traffic stop', at('21:15'), { created: member })
  const correction = {
    patrol_id: patrolId,
    asked_by: member.userId,
    reason: 'The game crashed',
    counts_gaps: true,
    was_started_at: START,
    was_ended_at: END,
  }
  await t.db.insertInto('patrol_corrections').values(correction).execute()
  const patrol = (await t.http(member.token).get(`/api/patrols/${patrolId}`)).json()
  expect(patrol).toMatchObject({
    patrolId,
    name: 'Adeyemi',
    rankName: 'Officer I',
    identifier: '4L14',
    seconds: 7200,
    countedSeconds: 6000,
    calls: 2,
    isFlagged: true,
    isSettled: false,
    correction: 'asked',
    stretches: [
      { startedAt: at('20:00'), endedAt: at('21:00'), status: 3, identifier: '4L12', beat: null },
      { startedAt: at('21:00'), endedAt: at('22:00'), status: 6, identifier: '4L14', beat: null },
    ],
    presence: [
      { startedAt: at('20:00'), endedAt: at('20:30'), state: 'moving' },
      { startedAt: at('20:50'), endedAt: at('22:00'), state: 'idle' },
    ],
    watched: [{ startedAt: at('20:00'), endedAt: at('21:45') }],
    gaps: [
      { gapId: open, startedAt: at('20:30'), endedAt: at('20:50'), isCounted: false, decided: null },
      { gapId: decided, isCounted: true, decided: { by: { userId: supervisor.userId }, note: 'Known' } },
    ],
    callsWorked: [
      { callId: pursuit, title: 'Pursuit', startedAt: at('20:10'), endedAt: at('20:25') },
      { callId: stop, title: 'Traffic stop', startedAt: at('21:15'), endedAt: at('22:00') },
    ],
    reports: [],
    corrections: [{ reason: 'The game crashed', state: 'asked', decided: null, askedBy: { name: 'Adeyemi' } }],
    absences: { rule: 'limit', minutes: 20 },
    cutEndedAt: null,
    canReplay: false,
    canDecide: false,
    version: 1,
  })
})

test('a department that does not play in the game has no presence to show', async () => {
  const dispatcher = await t.addPerson({ departments: [{ name: 'COMM', rank: 'Dispatcher', isPrimary: true }] })
  const id = await addPatrol(t, dispatcher, START, { endedAt: END, departmentId: 5 })
  await t.db
    .insertInto('presence')
    .values({ user_id: dispatcher.userId, server_id: 1, started_at: START, ended_at: END, state: 'moving' })
    .execute()
  expect((await t.http(dispatcher.token).get(`/api/patrols/${id}`)).json()).toMatchObject({ presence: [], watched: [], gaps: [] })
})

test('a patrol under way is shown up to now, and its last stretch has no end', async () => {
  const id = await addPatrol(t, member, new Date(Date.now() - 60_000))
  const patrol = (await t.http(member.token).get(`/api/patrols/${id}`)).json()
  expect(patrol).toMatchObject({ endedAt: null, stretches: [{ endedAt: null }], isSettled: false, seenSeconds: null })
  expect(patrol.seconds).toBeGreaterThanOrEqual(60)
  expect(patrol.countedSeconds).toBe(patrol.seconds)
})

test('waiting decisions come with the requested correction, the longest waiting first', async () => {
  const reviews = (await (await t.as('staff')).get('/api/patrols/review')).json()
  expect(reviews).toMatchObject({
    total: 1,
    items: [{ patrolId, name: 'Adeyemi', gapSeconds: 1200, asked: { reason: 'The game crashed', state: 'asked' } }],
  })
  const of = async (kind: string) => (await (await t.as('staff')).get(`/api/patrols/review?kind=${kind}`)).json().total
  expect([await of('corrections'), await of('flagged')]).toEqual([1, 1])
  const { review } = (await (await t.as('staff')).get('/api/patrols/overview?from=2026-11-01&to=2026-11-30')).json()
  // The patrol has both a correction and an absence, and counts as one.
  expect(review).toEqual({ corrections: 1, flagged: 1, patrols: 1 })
})

test("a member's data export has their patrols with counted time and corrections, and their leave requests", async () => {
  await t.db
    .insertInto('leave_requests')
    .values({ user_id: member.userId, starts_on: '2026-04-01', ends_on: '2026-04-03', reason: 'Holidays' })
    .execute()
  const { patrols, leaveRequests } = (await t.http(member.token).get(`/api/user/export/${member.userId}`)).json()
  expect(patrols).toHaveLength(2)
  expect(patrols[1]).toMatchObject({
    startedAt: at('20:00'),
    department: 'LSPD',
    kind: 'duty',
    countedSeconds: 6000,
    calls: 2,
    seenSeconds: null,
    corrections: [{ reason: 'The game crashed', state: 'asked', decidedAt: null, note: '' }],
  })
  expect(leaveRequests).toMatchObject([{ startsOn: '2026-04-01', endsOn: '2026-04-03', state: 'asked', reason: 'Holidays' }])
})
