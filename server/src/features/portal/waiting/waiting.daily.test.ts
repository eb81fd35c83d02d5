import { signedIn, staff } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Waiting } from '../../../platform/waiting.ts'
import { startTestPortal, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { startTestSmtp, type TestSmtp } from '../../../testing/test-smtp.ts'
import type { NewMail } from '../../people/mails/mails.queue.ts'
import { mailWaiting } from './waiting.daily.ts'

let smtp: TestSmtp
let t: TestPortal
beforeAll(async () => {
  smtp = await startTestSmtp()
  t = await startTestPortal({ portalUrl: 'https://portal.example.org', smtpUrl: smtp.url })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})
afterEach(() => t.db.deleteFrom('daily_mails').execute())

const pathOf = ({ userId }: Person) => `/api/user/daily-mail/${userId}`
const choose = (person: Person, isOn: boolean) => t.http(person.token).put(pathOf(person), { isOn })
const subscribed = async () => {
  const person = await t.addPerson({ name: 'Kim Park' })
  expect((await choose(person, true)).json()).toEqual({ isOn: true })
  return person
}
const kind = (id: string, counts: ReadonlyMap<number, number>, over: Partial<Waiting> = {}): Waiting => ({
  id,
  access: signedIn,
  changedBy: [],
  count: async () => counts,
  words: (count) => `${count} ${id}`,
  path: '/user/home',
  ...over,
})
/** The mails that are queued when the job runs. */
const mailed = async (...kinds: readonly Waiting[]) => {
  const queued: NewMail[] = []
  const mails = { isOn: true, queue: async (_tx: unknown, mail: unknown) => void queued.push(mail as NewMail) }
  await mailWaiting({ db: t.db, kinds, switches: { isOn: () => true }, mails })
  return queued.map(({ to, data }) => ({ to, ...data }))
}

test('a member who wants it gets one mail on a day, with what waits and nothing that they began themselves', async () => {
  const person = await subscribed()
  const other = await t.addPerson()
  const counts = new Map([person, other].map(({ userId }) => [userId, 2]))
  const kinds = [kind('fines', counts), kind('drafts', counts, { isOwnDoing: true }), kind('requests', counts, { access: staff })]
  expect(await mailed(...kinds)).toEqual([{ to: person.emailAddress, items: ['2 fines'] }])
  expect(await mailed(...kinds), 'again on the same day').toEqual([])
  await sql`update daily_mails set sent_on = sent_on - 1`.execute(t.db)
  expect(await mailed(...kinds), 'on the next day').toHaveLength(1)
})

test('nothing is sent when nothing waits, and what waits later on the day is', async () => {
  const person = await subscribed()
  expect(await mailed(kind('fines', new Map()))).toEqual([])
  expect(await mailed(kind('fines', new Map([[person.userId, 1]])))).toHaveLength(1)
})

test('two portals that send at once send one mail', async () => {
  const person = await subscribed()
  const fines = kind('fines', new Map([[person.userId, 1]]))
  expect((await Promise.all([mailed(fines), mailed(fines)])).flat()).toHaveLength(1)
})

test('members who are disabled get none, and those who turn it off get no more', async () => {
  const [disabled, off] = [await subscribed(), await subscribed()]
  await sql`update users set disabled_at = now() where id = ${disabled.userId}`.execute(t.db)
  expect((await choose(off, false)).json()).toEqual({ isOn: false })
  expect(await mailed(kind('fines', new Map([disabled, off].map(({ userId }) => [userId, 1]))))).toEqual([])
})

test('nobody reads or chooses for others, and a portal without mail offers none', async () => {
  const [person, other] = [await t.addPerson(), await t.addPerson()]
  for (const http of [t.http(other.token), await t.as('root')]) {
    expect([(await http.get(pathOf(person))).statusCode, (await http.put(pathOf(person), { isOn: true })).statusCode]).toEqual([403, 403])
  }
  expect((await t.http().get(pathOf(person))).statusCode).toBe(401)
  const plain = await startTestPortal()
  const member = await plain.addPerson()
  expect((await plain.http(member.token).put(pathOf(member), { isOn: true })).statusCode).toBe(409)
  await plain.close()
})
