import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextEvent, PASSWORD, startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { deviceOf } from './sessions.repo.ts'

let t: TestPortal
let admin: Http
beforeAll(async () => {
  t = await startTestPortal()
  await t.person('root')
  admin = await t.as('admin')
})
afterAll(() => t.close())

test('users see their open sessions, and which one is this', async () => {
  const person = await t.addPerson()
  await t.openSession(person.userId)
  const sessions = (await t.http(person.token).get(`/api/user/sessions/${person.userId}`)).json()
  expect(sessions.map(({ isThis }: { isThis: boolean }) => isThis).sort()).toEqual([false, true])
  expect((await admin.get(`/api/user/sessions/${person.userId}`)).json()).toHaveLength(2)
})

test('ending a session takes effect at once and is audited, and can’t be repeated or done through another account', async () => {
  const [person, other] = [await t.addPerson(), await t.addPerson()]
  const socket = await t.connect(person.token)
  const [{ sessionId }] = (await admin.get(`/api/user/sessions/${person.userId}`)).json()
  expect((await t.http(other.token).delete(`/api/user/sessions/${person.userId}/${sessionId}`)).statusCode).toBe(403)
  expect((await t.http(other.token).delete(`/api/user/sessions/${other.userId}/${sessionId}`)).statusCode).toBe(404)
  const ended = nextEvent(socket, 'ended')
  expect((await admin.delete(`/api/user/sessions/${person.userId}/${sessionId}`)).statusCode).toBe(200)
  await ended
  expect((await t.http(person.token).get('/api/auth/me')).statusCode).toBe(401)
  expect((await admin.delete(`/api/user/sessions/${person.userId}/${sessionId}`)).statusCode).toBe(404)
  const audited = await t.db.selectFrom('audit').selectAll().where('action', '=', 'user.session-ended').execute()
  expect(audited).toMatchObject([{ subject_id: String(person.userId) }])
})

test('sign-ins are listed newest first, and addresses with first, last and count', async () => {
  const person = await t.addPerson()
  await t.http().post('/api/auth/login', { emailAddress: person.emailAddress, password: 'wrong one here' })
  await t.http().post('/api/auth/login', { emailAddress: person.emailAddress, password: PASSWORD })
  await t.http().post('/api/auth/login', { emailAddress: person.emailAddress, password: PASSWORD })
  const signIns = (await t.http(person.token).get(`/api/user/signIns/${person.userId}?pageSize=2`)).json()
  expect(signIns).toMatchObject({ total: 3, items: [{ succeeded: true }, { succeeded: true }] })
  const addresses = (await (await t.as('staff')).get(`/api/user/ips/${person.userId}`)).json()
  expect(addresses).toMatchObject([{ address: '127.0.0.1', count: 2 }])
})

test('sessions of accounts above the caller are hidden, and members see only their own', async () => {
  const [root, staff, member] = [await t.person('root'), await t.as('staff'), await t.addPerson()]
  const { userId: adminId } = await t.person('admin')
  for (const path of ['sessions', 'signIns']) {
    expect((await admin.get(`/api/user/${path}/${root.userId}`)).statusCode).toBe(403)
    expect((await t.http(member.token).get(`/api/user/${path}/${adminId}`)).statusCode).toBe(403)
    expect((await t.http(root.token).get(`/api/user/${path}/${root.userId}`)).statusCode).toBe(200)
    expect((await admin.get(`/api/user/${path}/999999`)).statusCode).toBe(404)
  }
  expect((await staff.get(`/api/user/ips/${adminId}`)).statusCode).toBe(403)
  expect((await t.http(member.token).get(`/api/user/ips/${member.userId}`)).statusCode).toBe(403)
  const sessionId = (await t.db.selectFrom('sessions').select('id').where('user_id', '=', root.userId).executeTakeFirstOrThrow()).id
  expect((await admin.delete(`/api/user/sessions/${root.userId}/${sessionId}`)).statusCode).toBe(403)
  expect((await t.http(root.token).get('/api/auth/me')).statusCode).toBe(200)
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36', 'Chrome on Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15', 'Safari on macOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) CitizenFX/1.0.0.7290 Chrome/103.0 Safari/537.36',
    'FiveM on Windows',
  ],
  ['curl/8.6.0', 'curl'],
  ['Mozilla/5.0 (Windows NT 10.0)', 'A browser on Windows'],
  ['', 'Unknown device'],
])('%s is %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})
