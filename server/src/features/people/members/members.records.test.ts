import type { Leave, Mark, Member, StaffNote } from '@tenfour/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestPortal, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let staff: Http
let member: Person
beforeAll(async () => {
  t = await startTestPortal()
  staff = await t.as('staff')
})
beforeEach(async () => {
  member = await t.addPerson({ name: 'Mel Doe', departments: [{ name: 'LSPD', rank: 'Cadet', isPrimary: true }] })
})
afterAll(() => t.close())

const on = (path: string, { userId }: Pick<Person, 'userId'> = member) => `/api/members/${userId}${path}`
const page = async (http = staff) => (await http.get(on(''))).json<Member>()
const lastAudit = () => t.db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const warning = { kind: 'warning', text: 'Late', points: 3 }
const leave = { startsOn: day(1), endsOn: day(5), reason: 'Away' }

/** Every write on a member, with a body that would be accepted. */
const WRITES: [string, 'post' | 'delete', string, object?][] = [
  ['a note', 'post', '/notes', { text: 'Seen' }],
  ['deleting a note', 'delete', '/notes/1'],
  ['a warning', 'post', '/marks', warning],
  ['a commendation', 'post', '/marks', { kind: 'commendation', text: 'Brave' }],
  ['withdrawing', 'post', '/marks/1/withdraw', { reason: 'Mistake' }],
  ['a rank', 'post', '/rank', { departmentId: 2, rankId: 1, reason: 'Good', version: 1 }],
]
const WRITES_AND_LEAVE: typeof WRITES = [...WRITES, ['leave', 'post', '/leaves', leave], ['ending leave', 'post', '/leaves/1/end', {}]]

test.each(WRITES_AND_LEAVE)('%s: refused to members, and on someone above', async (_what, method, path, body) => {
  expect((await (await t.as('officer'))[method](on(path), body)).statusCode).toBe(403)
  const above = await staff[method](on(path, await t.person('admin')), body)
  expect(above.statusCode).toBe(403)
  expect(above.json().message).toBe("This account is above yours: you can't see or change it")
  const helper = t.http((await t.addPerson({ permissions: ['MANAGE_MEMBERS'] })).token)
  expect((await helper[method](on(path, await t.person('staff')), body)).statusCode).toBe(403)
})

test.each(WRITES)('%s: nobody does it to themselves, not even Root, except for a rank', async (what, method, path, body) => {
  for (const role of ['staff', ...(what === 'a rank' ? [] : (['root'] as const))] as const) {
    const response = await (await t.as(role))[method](on(path, await t.person(role)), body)
    expect(response.statusCode).toBe(403)
    expect(response.json().message).toMatch(/^You can't .* yourself: ask someone else$/)
  }
})

test('nobody sees the page of a member above them, and disabled and unknown accounts have none', async () => {
  expect((await staff.get(on('', await t.person('admin')))).statusCode).toBe(403)
  expect((await staff.get('/api/members/99999')).statusCode).toBe(404)
  await t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', member.userId).execute()
  expect((await staff.get(on(''))).statusCode).toBe(404)
  expect((await staff.post(on('/notes'), { text: 'Seen' })).statusCode).toBe(404)
})

test('members of the same level can write on each other', async () => {
  const colleague = await t.addPerson({ roles: ['Staff'] })
  expect((await staff.post(on('/notes', colleague), { text: 'Helped me' })).statusCode).toBe(200)
})

test.each([
  ['/notes', 'text', { text: ' ' }],
  ['/notes', 'text', { text: 'x'.repeat(2001) }],
  ['/marks', 'kind', { ...warning, kind: 'medal' }],
  ['/marks', 'text', { ...warning, text: '' }],
  ['/marks', 'points', { ...warning, points: 101 }],
  ['/marks', 'expiresAt', { ...warning, expiresAt: '2020-01-01T00:00:00Z' }],
  ['/leaves', 'startsOn', { ...leave, startsOn: '2026-02-30' }],
  ['/leaves', 'endsOn', { ...leave, endsOn: day(0) }],
  ['/leaves', 'reason', { ...leave, reason: '' }],
])('%s: a bad %s is named and changes nothing', async (path, field, body) => {
  const before = await page()
  const response = await staff.post(on(path), body)
  expect([response.statusCode, response.json().field]).toEqual([400, field])
  expect(await page()).toEqual(before)
})

test("a note is on the member's page, but never visible to the member, and is audited", async () => {
  const note = (await staff.post(on('/notes'), { text: 'Shows promise' })).json<StaffNote>()
  expect(note).toMatchObject({ text: 'Shows promise', author: { name: 'The staff' } })
  expect((await page()).notes).toEqual([note])
  expect(await lastAudit()).toMatchObject({
    action: 'member.note-added',
    actor_id: (await t.person('staff')).userId,
    subject_type: 'user',
    subject_id: String(member.userId),
    after: { text: 'Shows promise' },
  })
  const colleague = await t.addPerson({ roles: ['Staff'] })
  await staff.post(on('/notes', colleague), { text: 'Between us' })
  expect((await t.http(colleague.token).get(on('', colleague))).json<Member>().notes).toEqual([])
})

test('a note is deleted by its author or an admin, once, and stays on record', async () => {
  const { noteId } = (await staff.post(on('/notes'), { text: 'Mine' })).json<StaffNote>()
  const colleague = t.http((await t.addPerson({ roles: ['Senior Staff'] })).token)
  const refused = await colleague.delete(on(`/notes/${noteId}`))
  expect([refused.statusCode, refused.json().message]).toEqual([403, 'Only its author or an admin deletes a note'])
  const remove = () => staff.delete(on(`/notes/${noteId}`))
  expect((await Promise.all([remove(), remove()])).map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 404])
  expect((await page()).notes).toEqual([])
  expect(await lastAudit()).toMatchObject({ action: 'member.note-deleted', before: { noteId, text: 'Mine' } })
  const other = (await staff.post(on('/notes'), { text: 'Again' })).json<StaffNote>()
  expect((await (await t.as('admin')).delete(on(`/notes/${other.noteId}`))).statusCode).toBe(200)
  const elsewhere = (await staff.post(on('/notes'), { text: 'Here' })).json<StaffNote>()
  expect((await staff.delete(on(`/notes/${elsewhere.noteId}`, await t.person('officer')))).statusCode).toBe(404)
})

test('a warning counts until it is withdrawn, with a reason, and stays on record', async () => {
  const mark = (await staff.post(on('/marks'), { ...warning, expiresAt: new Date(Date.now() + 60_000).toISOString() })).json<Mark>()
  expect(mark).toMatchObject({ kind: 'warning', points: 3, withdrawn: null, author: { name: 'The staff' } })
  expect((await page()).warningPoints).toBe(3)
  expect((await staff.post(on(`/marks/${mark.markId}/withdraw`), { reason: '' })).json().field).toBe('reason')
  const withdraw = () => staff.post(on(`/marks/${mark.markId}/withdraw`), { reason: 'It was the traffic' })
  const responses = await Promise.all([withdraw(), withdraw()])
  expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409])
  const after = await page()
  expect(after).toMatchObject({
    warningPoints: 0,
    marks: [{ markId: mark.markId, withdrawn: { by: { name: 'The staff' }, reason: 'It was the traffic' } }],
  })
  expect(await lastAudit()).toMatchObject({ action: 'member.mark-withdrawn', after: { withdrawnReason: 'It was the traffic' } })
  expect((await staff.post(on('/marks/99999/withdraw'), { reason: 'None' })).statusCode).toBe(404)
})

test('a warning or commendation by a member above can’t be withdrawn', async () => {
  const mark = (await (await t.as('admin')).post(on('/marks'), warning)).json<Mark>()
  const response = await staff.post(on(`/marks/${mark.markId}/withdraw`), { reason: 'I disagree' })
  expect(response.statusCode).toBe(403)
  expect((await page()).warningPoints).toBe(3)
})

test('overlapping leave is refused, and the days of ended leave can be recorded again', async () => {
  const first = (await staff.post(on('/leaves'), leave)).json<Leave>()
  expect(first).toMatchObject({ ...leave, author: { name: 'The staff' }, endedEarlyAt: null })
  const clash = await staff.post(on('/leaves'), { ...leave, startsOn: day(5), endsOn: day(9) })
  expect([clash.statusCode, clash.json().field]).toEqual([409, 'startsOn'])
  expect((await staff.post(on('/leaves'), { ...leave, startsOn: day(6), endsOn: day(9) })).statusCode).toBe(200)
  const ended = await staff.post(on(`/leaves/${first.leaveId}/end`))
  expect(ended.json()).toMatchObject({ leaveId: first.leaveId, endedEarlyAt: expect.any(String) })
  expect(await lastAudit()).toMatchObject({ action: 'member.leave-ended', before: { endedEarlyAt: null } })
  expect((await staff.post(on(`/leaves/${first.leaveId}/end`))).statusCode).toBe(409)
  expect((await staff.post(on('/leaves'), leave)).statusCode).toBe(200)
  expect((await staff.post(on('/leaves/99999/end'))).statusCode).toBe(404)
  const past = (await staff.post(on('/leaves'), { ...leave, startsOn: day(-9), endsOn: day(-3) })).json<Leave>()
  expect((await staff.post(on(`/leaves/${past.leaveId}/end`))).statusCode).toBe(409)
})

test('of two overlapping leaves at once, one is recorded', async () => {
  const admin = await t.as('admin')
  const responses = await Promise.all([staff, admin, staff, admin].map((http) => http.post(on('/leaves'), leave)))
  expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409, 409, 409])
  expect((await page()).leaves).toHaveLength(1)
})

test('leave today shows on the page; staff may record their own', async () => {
  await staff.post(on('/leaves'), { ...leave, startsOn: day(-1), endsOn: day(1) })
  expect((await page()).isOnLeave).toBe(true)
  expect((await staff.post(on('/leaves', await t.person('staff')), leave)).statusCode).toBe(200)
})
