import { DEPARTMENT, MAX_NOTICES, NOTICE_DAYS, type Notice } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { advanceStreams, inTransaction } from '../../../platform/database/transaction.ts'
import { joinRoom, nextEvent, startTestPortal, until, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { deleteOld } from './notices.repo.ts'
import { tell, tellAll } from './notices.service.ts'

let t: TestPortal
beforeAll(async () => {
  t = await startTestPortal()
})
afterAll(() => t.close())

const notices = async (person: Person) => (await t.http(person.token).get(`/api/user/notices/${person.userId}`)).json<Notice[]>()
const read = (person: Person, noticeIds: number[], userId = person.userId) =>
  t.http(person.token).put(`/api/user/notices/${userId}/read`, { noticeIds })
const say = (person: Person, title: string) =>
  inTransaction(t.db, t.app.realtime.publish, (tx, emit) => tell(tx, emit, person.userId, { title, text: '', path: null }))

test('a commendation and a promotion are told, live, and stay until read', async () => {
  const member = await t.addPerson({ departments: [{ name: 'LSPD', rank: 'Cadet', isPrimary: true }] })
  const socket = await t.connect(member.token)
  await joinRoom(socket, 'notices', { userId: member.userId })
  const told = nextEvent(socket, 'delta')
  const staff = await t.as('staff')
  await staff.post(`/api/members/${member.userId}/marks`, { kind: 'commendation', text: 'Kept calm', points: 0 })
  expect(await told).toMatchObject({ event: 'notice.added', payload: { title: 'You were commended', text: 'Kept calm', readAt: null } })

  const { version } = (await staff.get(`/api/members/${member.userId}`)).json<{ version: number }>()
  const officer = await t.db.selectFrom('ranks').select('id').where('name', '=', 'Officer I').executeTakeFirstOrThrow()
  const change = { departmentId: DEPARTMENT.LSPD, rankId: officer.id, reason: 'Passed the exam', version }
  expect((await staff.post(`/api/members/${member.userId}/rank`, change)).statusCode).toBe(200)
  const [newest, oldest] = await notices(member)
  expect([newest?.title, newest?.text, newest?.path]).toEqual(['You were promoted to Officer I', 'Passed the exam', '/user/home'])

  const heard = nextEvent(socket, 'delta')
  expect((await read(member, [oldest!.noticeId])).json()).toEqual({ readAt: expect.any(String) as string })
  expect(await heard).toMatchObject({ event: 'notices.read', payload: { noticeIds: [oldest!.noticeId] } })
  expect((await notices(member)).map(({ readAt }) => readAt !== null)).toEqual([false, true])
  expect((await read(member, [oldest!.noticeId])).json(), 'once').toEqual({ readAt: null })
})

test('nobody sees notices of others, or marks them as read', async () => {
  const [member, other] = [await t.addPerson(), await t.addPerson()]
  await say(member, 'Private')
  const [notice] = await notices(member)
  expect((await t.http(other.token).get(`/api/user/notices/${member.userId}`)).statusCode).toBe(403)
  await read(other, [notice!.noticeId])
  expect((await notices(member))[0]?.readAt, 'another list is searched for it').toBeNull()
  expect((await joinRoom(await t.connect(other.token), 'notices', { userId: member.userId })).ok).toBe(false)
})

test(`a member has the newest ${MAX_NOTICES}, and none older than ${NOTICE_DAYS} days`, async () => {
  const member = await t.addPerson()
  const rows = Array.from({ length: MAX_NOTICES }, (_, index) => ({ user_id: member.userId, title: `Old ${index}`, text: '' }))
  await t.db.insertInto('notices').values(rows).execute()
  await say(member, 'New')
  const all = await notices(member)
  expect([all.length, all[0]?.title, all.at(-1)?.title]).toEqual([MAX_NOTICES, 'New', 'Old 1'])

  const aged = new Date(Date.now() - (NOTICE_DAYS + 1) * 24 * 60 * 60_000)
  await t.db.updateTable('notices').set({ created_at: aged }).where('user_id', '=', member.userId).where('title', '<>', 'New').execute()
  expect(await notices(member)).toHaveLength(1)
  await deleteOld(t.db)
  const left = await t.db.selectFrom('notices').select('title').where('user_id', '=', member.userId).execute()
  expect(left).toEqual([{ title: 'New' }])
})

test('a refused action sends no notice', async () => {
  const member = await t.addPerson()
  await expect(
    inTransaction(t.db, t.app.realtime.publish, async (tx, emit) => {
      await tell(tx, emit, member.userId, { title: 'Never', text: '', path: null })
      throw new Error('refused')
    }),
  ).rejects.toThrow('refused')
  expect(await notices(member)).toEqual([])
})

test('many members are told at once, each their own notice, and each keeps the newest', async () => {
  const members = [await t.addPerson(), await t.addPerson(), await t.addPerson()]
  const [first] = members
  const rows = Array.from({ length: MAX_NOTICES }, (_, index) => ({ user_id: first!.userId, title: `Old ${index}`, text: '' }))
  await t.db.insertInto('notices').values(rows).execute()
  const tellings = members.toReversed().map(({ userId }) => ({ userId, notice: { title: `For ${userId}`, text: '', path: null } }))
  const heard: string[] = []
  for (const { token, userId } of members.slice(1)) {
    const socket = await t.connect(token)
    await joinRoom(socket, 'notices', { userId })
    socket.on('delta', ({ payload }) => void heard.push((payload as Notice).title))
  }
  await inTransaction(t.db, t.app.realtime.publish, (tx, _emit, _after, emitAll) => tellAll(tx, emitAll, tellings))
  const told = members.slice(1).map(({ userId }) => `For ${userId}`)
  await until('their pages are told', async () => heard.length === told.length)
  expect(heard.toSorted()).toEqual(told.toSorted())
  for (const member of members) expect((await notices(member))[0]?.title).toBe(`For ${member.userId}`)
  const kept = await t.db.selectFrom('notices').select('title').where('user_id', '=', first!.userId).orderBy('id').execute()
  expect([kept.length, kept[0]?.title]).toEqual([MAX_NOTICES, 'Old 1'])
})

test('two notices at once for one member get consecutive numbers', async () => {
  const member = await t.addPerson()
  const sent: unknown[] = []
  const tellings = ['First', 'Second'].map((title) => ({ userId: member.userId, notice: { title, text: '', path: null } }))
  await inTransaction(
    t.db,
    (_room, _params, seq, _event, payload) => void sent.push([seq, (payload as Notice).title]),
    (tx, _emit, _after, emitAll) => tellAll(tx, emitAll, tellings),
  )
  expect(sent).toEqual([
    [1, 'First'],
    [2, 'Second'],
  ])
})

test('the numbers of several members’ rooms advance in the order of ids, as when members are told one after the other', async () => {
  const keys = ['notices:1000010', 'notices:1000009', 'notices:999999']
  const advanced = await t.db.transaction().execute((tx) => advanceStreams(tx, new Map(keys.map((key) => [key, 1]))))
  expect([...advanced.keys()]).toEqual(keys.toReversed())
})
