import { DEPARTMENT, type Announcement, type Delta } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinRoom, nextEvent, startTestPortal, type Http, type TestPortal, type TestSocket } from '../../../testing/test-portal.ts'

let t: TestPortal
let staff: Http
beforeAll(async () => {
  t = await startTestPortal()
  staff = await t.as('staff')
})
afterAll(() => t.close())

const soon = () => new Date(Date.now() + 3_600_000).toISOString()
const announce = async (more: object = {}): Promise<Announcement> =>
  (await staff.post('/api/announcements', { title: 'Training', body: 'At eight', ...more })).json()
const expire = (announcementId: number) =>
  t.db
    .updateTable('announcements')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', announcementId)
    .execute()
const idsFor = async (http: Http) =>
  (await http.get('/api/announcements')).json<Announcement[]>().map(({ announcementId }) => announcementId)
const lastAudit = () => t.db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
const listen = async (token: string, departmentId: number) => {
  const socket = await t.connect(token)
  const received: Delta[] = []
  socket.on('delta', (delta) => void received.push(delta))
  const reply = await joinRoom(socket, 'announcements', { departmentId })
  return { socket, received, reply }
}
/** Waits until everything sent before has arrived: a later request is answered after it. */
const settle = async (socket: TestSocket) => void (await joinRoom(socket, 'servers'))

test('only staff write, change and delete announcements, and see all of them', async () => {
  const { announcementId } = await announce()
  const officer = await t.as('officer')
  const input = { title: 'Mine', body: 'Now' }
  for (const response of [
    await officer.get('/api/announcements/all'),
    await officer.post('/api/announcements', input),
    await officer.put(`/api/announcements/${announcementId}`, { ...input, version: 1 }),
    await officer.delete(`/api/announcements/${announcementId}`),
  ])
    expect(response.statusCode).toBe(403)
  expect((await t.http().get('/api/announcements')).statusCode).toBe(401)
})

test.each([
  ['title', { title: ' ' }],
  ['title', { title: 'x'.repeat(121) }],
  ['body', { body: '' }],
  ['departmentId', { departmentId: 4711 }],
  ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
  ['expiresAt', { expiresAt: 'tomorrow' }],
])('a bad %s is named, and nothing is written', async (field, bad) => {
  const count = () => t.db.selectFrom('announcements').select('id').execute()
  const before = await count()
  const response = await staff.post('/api/announcements', { title: 'Training', body: 'At eight', ...bad })
  expect([response.statusCode, response.json().field]).toEqual([400, field])
  expect(await count()).toEqual(before)
})

test('members see unexpired announcements for everyone and for their departments; the staff list has all', async () => {
  const [everyone, lspd, fire, expired] = [
    await announce(),
    await announce({ departmentId: DEPARTMENT.LSPD, expiresAt: soon() }),
    await announce({ departmentId: DEPARTMENT.FIRE }),
    await announce(),
  ]
  await expire(expired.announcementId)
  expect(lspd).toMatchObject({ department: { departmentId: DEPARTMENT.LSPD, name: 'LSPD' }, author: { name: 'The staff' }, version: 1 })
  const seen = await idsFor(await t.as('officer'))
  expect(seen).toEqual(expect.arrayContaining([everyone.announcementId, lspd.announcementId]))
  expect(seen).not.toContain(fire.announcementId)
  expect(seen).not.toContain(expired.announcementId)
  const all = (await staff.get('/api/announcements/all?pageSize=2')).json()
  expect(all.items.map((each: Announcement) => each.announcementId)).toEqual([expired.announcementId, fire.announcementId])
  expect(all).toMatchObject({ isTotalExact: true, page: 1, pageSize: 2 })
})

test('dismissing hides an announcement from one member only, and can be repeated', async () => {
  const [officer, civilian] = [await t.as('officer'), await t.as('civilian')]
  const { announcementId } = await announce()
  const dismiss = () => officer.post(`/api/announcements/${announcementId}/dismiss`)
  expect((await Promise.all([dismiss(), dismiss()])).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await dismiss()).statusCode).toBe(200)
  expect(await idsFor(officer)).not.toContain(announcementId)
  expect(await idsFor(civilian)).toContain(announcementId)
  const other = await announce({ departmentId: DEPARTMENT.FIRE })
  expect((await officer.post(`/api/announcements/${other.announcementId}/dismiss`)).statusCode).toBe(404)
  expect((await officer.post('/api/announcements/99999/dismiss')).statusCode).toBe(404)
})

test('of two who change an announcement at once, one gets a conflict; values before and after are audited', async () => {
  const { announcementId, version } = await announce()
  const change = (title: string) => staff.put(`/api/announcements/${announcementId}`, { title, body: 'At nine', version })
  const responses = await Promise.all([change('One'), change('Two')])
  expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409])
  expect(responses.find(({ statusCode }) => statusCode === 409)?.json().message).toBe('This announcement has changed since you opened it')
  expect(await lastAudit()).toMatchObject({
    action: 'announcement.changed',
    actor_id: (await t.person('staff')).userId,
    before: { title: 'Training', body: 'At eight' },
    after: { body: 'At nine' },
  })
})

test('an expired announcement can be edited with its expiry unchanged, but not with another past one', async () => {
  const { announcementId } = await announce({ expiresAt: soon() })
  await expire(announcementId)
  const { items } = (await staff.get('/api/announcements/all')).json() as { items: Announcement[] }
  const { expiresAt } = items.find((each) => each.announcementId === announcementId)!
  const change = (at: string | null) =>
    staff.put(`/api/announcements/${announcementId}`, { title: 'T', body: 'B', expiresAt: at, version: 1 })
  expect((await change('2021-01-01T00:00:00Z')).json().field).toBe('expiresAt')
  expect((await change(expiresAt)).statusCode).toBe(200)
})

test('a deleted announcement is gone for everyone, stays in the audit, and can’t be deleted twice', async () => {
  const { announcementId } = await announce()
  const remove = () => staff.delete(`/api/announcements/${announcementId}`)
  expect((await Promise.all([remove(), remove()])).map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 404])
  expect(await idsFor(await t.as('officer'))).not.toContain(announcementId)
  expect((await staff.put(`/api/announcements/${announcementId}`, { title: 'T', body: 'B', version: 1 })).statusCode).toBe(404)
  expect(await lastAudit()).toMatchObject({ action: 'announcement.deleted', before: { title: 'Training' } })
  expect(await t.db.selectFrom('announcements').select('deleted_at').where('id', '=', announcementId).executeTakeFirst()).toMatchObject({
    deleted_at: expect.any(Date),
  })
})

test('live: an audience gets its own announcements and no others', async () => {
  const [officer, civilian] = [await t.person('officer'), await t.person('civilian')]
  const lspd = await listen(officer.token, DEPARTMENT.LSPD)
  const everyone = await listen(civilian.token, 0)
  expect((await listen(civilian.token, DEPARTMENT.LSPD)).reply).toMatchObject({ ok: false, code: 'forbidden' })
  expect((await listen((await t.person('staff')).token, DEPARTMENT.FIRE)).reply).toMatchObject({ ok: true })

  const received = nextEvent(lspd.socket, 'delta')
  const saved = await announce({ departmentId: DEPARTMENT.LSPD })
  expect(await received).toMatchObject({ key: `announcements:${DEPARTMENT.LSPD}`, event: 'announcement.saved', payload: saved })
  expect((lspd.reply as { seq: number }).seq + 1).toBe(lspd.received[0]!.seq)
  await settle(everyone.socket)
  expect(everyone.received).toEqual([])
})

test('live: an announcement that moves between audiences is deleted in one and new in the other', async () => {
  const { announcementId, version } = await announce({ departmentId: DEPARTMENT.LSPD })
  const [lspd, civilians] = [
    await listen((await t.person('officer')).token, DEPARTMENT.LSPD),
    await listen((await t.person('civilian')).token, DEPARTMENT.CIV),
  ]
  const both = Promise.all([nextEvent(lspd.socket, 'delta'), nextEvent(civilians.socket, 'delta')])
  await staff.put(`/api/announcements/${announcementId}`, { title: 'Moved', body: 'B', departmentId: DEPARTMENT.CIV, version })
  expect(await both).toMatchObject([
    { event: 'announcement.deleted', payload: { announcementId } },
    { event: 'announcement.saved', payload: { announcementId, title: 'Moved' } },
  ])
  const deleted = nextEvent(civilians.socket, 'delta')
  await staff.delete(`/api/announcements/${announcementId}`)
  expect(await deleted).toMatchObject({ event: 'announcement.deleted', payload: { announcementId } })
  await settle(lspd.socket)
  expect(lspd.received).toHaveLength(1)
})

test('live: a snapshot has the current announcements, and members who leave the department leave the room', async () => {
  const current = await announce({ departmentId: DEPARTMENT.COMM })
  const past = await announce({ departmentId: DEPARTMENT.COMM })
  await expire(past.announcementId)
  const { userId, token } = await t.addPerson({ departments: [{ name: 'COMM', isPrimary: true }] })
  const { socket, reply } = await listen(token, DEPARTMENT.COMM)
  expect((reply as { snapshot: Announcement[] }).snapshot.map((each) => each.announcementId)).toEqual([current.announcementId])
  const closed = nextEvent(socket, 'closed')
  await t.db.deleteFrom('user_departments').where('user_id', '=', userId).execute()
  expect(await closed).toBe(`announcements:${DEPARTMENT.COMM}`)
})

test('live: announcements of a renamed department get its new name', async () => {
  const admin = await t.as('admin')
  const input = { name: 'HARBOR', fullName: 'Harbor Patrol', type: 'Leo', isCadEnabled: false }
  const { departmentId, version } = (await admin.post('/api/departments', input)).json()
  const { announcementId } = await announce({ departmentId })
  const { socket } = await listen((await t.person('staff')).token, departmentId)
  const received = nextEvent(socket, 'delta')
  await admin.put(`/api/departments/${departmentId}`, { ...input, name: 'PORT', version })
  expect(await received).toMatchObject({
    event: 'announcement.saved',
    payload: { announcementId, department: { departmentId, name: 'PORT' } },
  })
})
