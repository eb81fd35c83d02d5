import type { Leave, LeaveRequest, PageOf } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { patrolsOf, type PatrolMember } from '../../../testing/test-patrols.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { statuses } from '../../../testing/test-records.ts'
import { watchRoom } from '../../../testing/test-room.ts'

let t: TestPortal
let p: ReturnType<typeof patrolsOf>
let staff: Http
let sergeant: PatrolMember
let officer: PatrolMember
beforeAll(async () => {
  t = await startTestPortal()
  p = patrolsOf(t)
  staff = await t.as('staff')
  sergeant = await p.supervisor()
})
beforeEach(async () => {
  officer = await p.member()
})
afterAll(() => t.close())

type Listed = PageOf<LeaveRequest & { departments: string[] }>
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const leave = { startsOn: day(3), endsOn: day(9), reason: 'Exams' }
const ask = ({ http }: Pick<PatrolMember, 'http'>, over: object = {}) => http.post('/api/leaves/requests', { ...leave, ...over })
const asked = async (by = officer, over: object = {}) => {
  const response = await ask(by, over)
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<LeaveRequest>()
}
const withdraw = ({ http }: PatrolMember, { requestId }: LeaveRequest) => http.post(`/api/leaves/requests/${requestId}/withdraw`, {})
const decide = (http: Http, { requestId }: LeaveRequest, isGranted = true, note = '') =>
  http.post(`/api/leaves/requests/${requestId}/decide`, { isGranted, note })
const own = async ({ http }: PatrolMember) => (await http.get('/api/leaves/own')).json<{ leaves: Leave[]; requests: LeaveRequest[] }>()
const list = async (http: Http, query = '') => (await http.get(`/api/leaves/requests?pageSize=100${query}`)).json<Listed>()
const idsOf = ({ items }: Listed) => items.map(({ requestId }) => requestId)
const addLeave = (over: object = {}) => staff.post(`/api/members/${officer.userId}/leaves`, { ...leave, ...over })
const notices = async (of: PatrolMember) => (await of.http.get(`/api/user/notices/${of.userId}`)).json<{ title: string; text: string }[]>()
const audited = () =>
  t.db.selectFrom('audit').selectAll().where('subject_id', '=', String(officer.userId)).where('action', 'like', 'member.leave%').execute()

describe('asking', () => {
  test.each([
    ['startsOn', { startsOn: '2026-02-30' }],
    ['endsOn', { endsOn: day(2) }],
    ['reason', { reason: ' ' }],
    ['reason', { reason: 'x'.repeat(501) }],
  ])('a bad %s is named and changes nothing', async (field, over) => {
    const response = await ask(officer, over)
    expect([response.statusCode, response.json().field]).toEqual([400, field])
    expect((await own(officer)).requests).toEqual([])
  })

  test('is listed first among their own, until they withdraw it; nobody else can withdraw it', async () => {
    const first = await asked()
    expect(first).toMatchObject({ ...leave, member: { userId: officer.userId }, state: 'asked', decided: null })
    const second = await asked(officer, { startsOn: day(10), endsOn: day(10) })
    expect((await own(officer)).requests).toEqual([second, first])
    expect((await withdraw(sergeant, first)).statusCode).toBe(404)
    expect((await withdraw(officer, first)).json()).toMatchObject({ state: 'withdrawn' })
    const again = await withdraw(officer, first)
    expect([again.statusCode, again.json().message]).toEqual([409, expect.stringMatching(/has withdrawn this request$/)])
    expect((await withdraw(officer, { ...first, requestId: 999_999 })).statusCode).toBe(404)
  })

  test('days that overlap leave or an open request are refused, naming the field, also if asked for at the same moment', async () => {
    const responses = await Promise.all([ask(officer), ask(officer, { startsOn: day(9), endsOn: day(12) }), ask(officer)])
    expect(statuses(responses)).toEqual([200, 409, 409])
    for (const response of responses.filter(({ statusCode }) => statusCode === 409)) {
      expect(response.json()).toMatchObject({ code: 'conflict', field: 'startsOn' })
    }
    await addLeave({ startsOn: day(20), endsOn: day(25) })
    const overLeave = await ask(officer, { startsOn: day(25), endsOn: day(30) })
    expect(overLeave.json()).toMatchObject({ code: 'conflict', field: 'startsOn', message: 'You already have leave on some of these days' })
    expect((await ask(officer, { startsOn: day(26), endsOn: day(30) })).statusCode).toBe(200)
  })

  test('days of withdrawn or declined requests and of ended leave can be asked for again', async () => {
    await withdraw(officer, await asked())
    await decide(sergeant.http, await asked(), false)
    const recorded = (await addLeave()).json<Leave>()
    expect((await ask(officer)).statusCode).toBe(409)
    await staff.post(`/api/members/${officer.userId}/leaves/${recorded.leaveId}/end`)
    expect((await ask(officer)).statusCode).toBe(200)
  })

  test('a member can ask 20 times an hour', async () => {
    for (let count = 0; count < 20; count += 1) await ask(officer)
    expect((await ask(officer, { startsOn: day(40), endsOn: day(41) })).statusCode).toBe(429)
  })

  test('an invalid request counts as one of these 20', async () => {
    for (let count = 0; count < 20; count += 1) expect((await ask(officer, { reason: ' ' })).statusCode).toBe(400)
    expect((await ask(officer)).statusCode).toBe(429)
  })
})

describe('deciding', () => {
  test('is refused to the member, other members, holders in other departments and accounts below; allowed to holders in any of the member’s departments', async () => {
    const request = await asked()
    for (const { http } of [officer, await p.member(), await p.supervisor('BCSO')])
      expect((await decide(http, request)).statusCode).toBe(403)
    const admin = { ...(await t.person('admin')), http: await t.as('admin') }
    expect((await decide(staff, await asked(admin))).statusCode, 'above').toBe(403)

    const both = await t.addPerson({
      roles: ['Staff'],
      departments: [
        { name: 'FIRE', isPrimary: true },
        { name: 'LSPD', rank: 'Cadet', isPrimary: false },
      ],
    })
    const theirs = await asked({ ...both, http: t.http(both.token) })
    expect((await decide(sergeant.http, theirs)).statusCode, 'by rank, whatever the roles').toBe(200)
    expect((await decide(sergeant.http, { ...request, requestId: 999_999 })).statusCode).toBe(404)
  })

  test('nobody decides for themselves: neither a holder nor staff nor Root', async () => {
    const root = { ...(await t.person('root')), http: await t.as('root') }
    const own = { ...(await t.person('staff')), http: staff }
    for (const by of [sergeant, own, root]) {
      const response = await decide(by.http, await asked(by))
      expect([response.statusCode, response.json().message]).toEqual([403, "You can't decide on your own leave: ask someone else"])
    }
  })

  test('granting records the leave with its author, tells the member, and is audited', async () => {
    const request = await asked()
    const granted = (await decide(sergeant.http, request, true, 'Good luck')).json<LeaveRequest>()
    expect(granted).toMatchObject({ state: 'granted', decided: { by: { userId: sergeant.userId }, note: 'Good luck' } })
    expect(await own(officer)).toMatchObject({ leaves: [{ ...leave, author: { userId: sergeant.userId } }], requests: [granted] })
    expect((await notices(officer))[0]).toMatchObject({
      title: `Your leave from ${leave.startsOn} to ${leave.endsOn} was granted`,
      text: 'Good luck',
    })
    expect(await audited()).toMatchObject([
      { action: 'member.leave-granted', actor_id: sergeant.userId, after: { ...leave, note: 'Good luck' } },
    ])
    const again = await decide(staff, request, false)
    expect([again.statusCode, again.json().message]).toEqual([409, expect.stringMatching(/has already granted this request$/)])
    expect((await withdraw(officer, request)).statusCode).toBe(409)
  })

  test('declining tells the member and records nothing', async () => {
    expect((await decide(staff, await asked(), false, 'Too many are away')).json()).toMatchObject({ state: 'declined' })
    expect((await own(officer)).leaves).toEqual([])
    expect((await notices(officer))[0]).toMatchObject({ text: 'Too many are away' })
    expect(await audited()).toMatchObject([{ action: 'member.leave-declined' }])
  })

  test('by two members at once: one decides, the other gets a conflict, and one notice goes out', async () => {
    const request = await asked()
    const responses = await Promise.all([decide(sergeant.http, request), decide(staff, request, false), decide(staff, request)])
    expect(statuses(responses)).toEqual([200, 409, 409])
    expect(await notices(officer)).toHaveLength(1)
  })

  test('if staff have recorded the leave meanwhile, even at the same moment, granting is refused with a reason, and declining is not', async () => {
    const request = await asked()
    const [granted, added] = await Promise.all([decide(sergeant.http, request), addLeave({ startsOn: day(9), endsOn: day(11) })])
    expect(statuses([granted, added])).toEqual([200, 409])
    expect((await own(officer)).leaves).toHaveLength(1)

    const later = await asked(officer, { startsOn: day(30), endsOn: day(35) })
    expect((await addLeave({ startsOn: day(33), endsOn: day(40) })).statusCode, 'requests do not keep staff from it').toBe(200)
    expect((await decide(sergeant.http, later)).json()).toMatchObject({
      code: 'conflict',
      field: 'startsOn',
      message: 'These days overlap another leave of this member',
    })
    expect((await own(officer)).requests[0]).toMatchObject({ state: 'asked' })
    expect((await decide(sergeant.http, later, false)).statusCode).toBe(200)
  })

  test('if a request is withdrawn and granted at once, only one of the two happens', async () => {
    for (let round = 0; round < 5; round += 1) {
      const request = await asked(officer, { startsOn: day(50 + round), endsOn: day(50 + round) })
      expect(statuses(await Promise.all([decide(sergeant.http, request), withdraw(officer, request)]))).toEqual([200, 409])
    }
  })

  test('after a member has left the department, the holder no longer decides, and those who manage members do', async () => {
    const request = await asked()
    expect(idsOf(await list(sergeant.http))).toContain(request.requestId)
    await t.db.deleteFrom('user_departments').where('user_id', '=', officer.userId).execute()
    expect(idsOf(await list(sergeant.http))).not.toContain(request.requestId)
    expect((await decide(sergeant.http, request)).statusCode).toBe(403)
    expect((await decide(staff, request)).statusCode).toBe(200)
  })

  test('requests of a disabled account can’t be decided', async () => {
    const request = await asked()
    await sql`update users set disabled_at = now() where id = ${officer.userId}`.execute(t.db)
    expect((await decide(staff, request)).statusCode).toBe(404)
    expect(idsOf(await list(staff))).not.toContain(request.requestId)
  })
})

test('the list has the requests that the caller decides on: waiting ones oldest first, decided ones newest first', async () => {
  const deputy = await p.member('BCSO')
  const [first, second, elsewhere] = [await asked(), await asked(officer, { startsOn: day(20), endsOn: day(21) }), await asked(deputy)]
  const theirs = await asked(sergeant, { startsOn: day(60), endsOn: day(61) })
  const waiting = await list(sergeant.http)
  expect(idsOf(waiting).slice(-2)).toEqual([first.requestId, second.requestId])
  expect(waiting.items.at(-1)).toEqual({ ...second, departments: ['LSPD'] })
  expect(idsOf(waiting)).not.toContain(elsewhere.requestId)
  expect(idsOf(waiting), 'not their own').not.toContain(theirs.requestId)
  expect(idsOf(await list(staff))).toEqual(expect.arrayContaining([first.requestId, elsewhere.requestId, theirs.requestId]))
  expect((await officer.http.get('/api/leaves/requests')).statusCode).toBe(403)

  await decide(sergeant.http, second, false)
  await decide(sergeant.http, first)
  expect(idsOf(await list(sergeant.http, '&state=decided')).slice(0, 2)).toEqual([first.requestId, second.requestId])
  const page = (await sergeant.http.get('/api/leaves/requests?state=decided&pageSize=1&page=2')).json<Listed>()
  expect([idsOf(page), page.isTotalExact]).toEqual([[second.requestId], true])
})

test('each change is told to those who decide and to the member', async () => {
  const deciders = await watchRoom(t, sergeant.token, 'leave-requests', {})
  const member = await watchRoom(t, officer.token, 'own-patrols', { userId: officer.userId })
  const told = async () => [(await deciders.received()).map(({ event }) => event), (await member.received()).map(({ event }) => event)]
  const once = [['requests.changed'], ['patrols.changed']]
  const request = await asked()
  expect(await told()).toEqual(once)
  await withdraw(officer, request)
  expect(await told()).toEqual(once)
  const next = await asked()
  await told()
  await decide(sergeant.http, next)
  expect(await told()).toEqual(once)
  const [granted] = (await own(officer)).leaves
  await staff.post(`/api/members/${officer.userId}/leaves/${granted!.leaveId}/end`)
  expect(await told(), 'leave that staff ends or records').toEqual([[], ['patrols.changed']])
  await addLeave()
  expect(await told()).toEqual([[], ['patrols.changed']])
})
