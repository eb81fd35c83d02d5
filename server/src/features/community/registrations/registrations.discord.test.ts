import type { ListedRegistration, OwnRegistration, PageOf, Registration } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLinkPortal, type LinkPortal } from '../../../testing/test-links.ts'
import type { Http, TestPortal } from '../../../testing/test-portal.ts'
import { addApplicant } from '../../../testing/test-registrations.ts'

let p: LinkPortal
let t: TestPortal
let admin: Http
beforeAll(async () => {
  p = await startLinkPortal()
  t = p.t
  admin = await t.as('admin')
})
afterAll(() => p.close())

const START = '/api/registration/own/discord/start'
const FINISH = '/api/registration/own/discord/finish'

let count = 0
async function applicant(given: Parameters<typeof addApplicant>[1] = {}) {
  const { registrationId, token } = await addApplicant(t.db, given)
  const email = `applicant${(count += 1)}@example.com`
  await t.db.updateTable('registrations').set({ email }).where('id', '=', registrationId).execute()
  const http = t.http(token)
  const prove = async (discordId: string) => http.post(FINISH, await p.agree(http, START, discordId))
  return { registrationId, http, prove }
}
const read = async (id: number) => (await admin.get(`/api/registrations/${id}`)).json<Registration>()
const accept = (id: number) => admin.post(`/api/registrations/${id}/accept`, { version: 1 })
const bar = async (discordId: string) => {
  const member = await t.addPerson()
  await p.link(member, discordId)
  const gone = await admin.post(`/api/former-members/${member.userId}/let-go`, { reason: 'Cheated', mayNotReturn: true })
  expect(gone.statusCode).toBe(200)
  await t.db.deleteFrom('discord_links').where('discord_id', '=', discordId).execute()
}

test('an applicant proves a Discord account: staff see since when it exists, and it is linked once the application is accepted', async () => {
  const { registrationId, http, prove } = await applicant()
  const user = p.addDiscordUser()
  expect((await prove(user.id)).json<OwnRegistration>().discord).toMatchObject({ username: user.username })
  expect((await http.get('/api/registration/own')).json()).toMatchObject({ discord: { username: user.username } })
  const createdAt = new Date(Number((BigInt(user.id) >> 22n) + 1_420_070_400_000n))
  const { discord, ...seen } = await read(registrationId)
  expect(discord).toMatchObject({ username: user.username, memberSince: null })
  expect(new Date(discord!.createdAt)).toEqual(createdAt)
  expect(JSON.stringify(seen)).not.toContain(user.id)
  const { items } = (await admin.get('/api/registrations')).json<PageOf<ListedRegistration>>()
  expect(items.find((each) => each.registrationId === registrationId)).toMatchObject({ discord: { username: user.username } })
  const { account } = (await accept(registrationId)).json<Registration>()
  expect((await admin.get(`/api/discord/links/${account!.userId}`)).json()).toMatchObject({ discordId: user.id })
  const signedIn = await t.http().post('/api/auth/discord/exchange', await p.agree(t.http(), '/api/auth/discord/start', user.id))
  expect(signedIn.json()).toMatchObject({ userId: account!.userId })
})

test('a Discord account of a member, of another applicant or of someone who may not return is refused', async () => {
  const { registrationId, prove } = await applicant()
  const [taken, others, barred] = [p.addDiscordUser(), p.addDiscordUser(), p.addDiscordUser()]
  await p.link(await t.addPerson(), taken.id)
  expect((await prove(taken.id)).json()).toMatchObject({ code: 'conflict', message: expect.stringContaining('linked to an account') })
  const other = await applicant()
  expect((await other.prove(others.id)).statusCode).toBe(200)
  expect((await prove(others.id)).json()).toMatchObject({ code: 'conflict', message: expect.stringContaining('Another application') })
  await bar(barred.id)
  const refused = (await prove(barred.id)).json<{ code: string; message: string }>()
  expect(refused.code).toBe('forbidden')
  expect(refused.message).not.toContain('Cheated')
  expect(await read(registrationId)).toMatchObject({ discord: null })
  await other.http.post('/api/registration/own/withdraw', {})
  expect((await prove(others.id)).statusCode).toBe(200)
})

test('the way to Discord belongs to one application that waits, works once, and opens nothing else', async () => {
  const [own, other] = [await applicant(), await applicant()]
  const user = p.addDiscordUser()
  const given = await p.agree(own.http, START, user.id)
  expect((await other.http.post(FINISH, given)).statusCode).toBe(400)
  expect((await t.http().post('/api/auth/discord/exchange', given)).statusCode).toBe(400)
  expect((await own.http.post(FINISH, given)).statusCode).toBe(200)
  expect((await own.http.post(FINISH, given)).statusCode).toBe(400)
  const unconfirmed = await applicant({ state: 'unconfirmed' })
  expect((await unconfirmed.http.post(START, { origin: 'https://portal.example.com' })).statusCode).toBe(409)
  const late = await p.agree(other.http, START, p.addDiscordUser().id)
  await admin.post(`/api/registrations/${other.registrationId}/decline`, { text: 'No', version: 1 })
  expect((await other.http.post(FINISH, late)).statusCode).toBe(409)
})

test('an account that a member linked meanwhile stays theirs, and someone barred meanwhile is not accepted', async () => {
  const [own, other] = [await applicant(), await applicant()]
  const [first, second] = [p.addDiscordUser(), p.addDiscordUser()]
  await own.prove(first.id)
  await other.prove(second.id)
  const member = await t.addPerson()
  await p.link(member, first.id)
  expect(await read(own.registrationId)).toMatchObject({ sameAccounts: [{ userId: member.userId, by: ['discord'] }] })
  const { account } = (await accept(own.registrationId)).json<Registration>()
  expect((await admin.get(`/api/discord/links/${account!.userId}`)).json()).toBeNull()
  expect((await admin.get(`/api/discord/links/${member.userId}`)).json()).toMatchObject({ discordId: first.id })
  await bar(second.id)
  expect(await read(other.registrationId)).toMatchObject({ mayNotReturn: true })
  expect((await accept(other.registrationId)).json()).toMatchObject({ code: 'forbidden', message: expect.stringContaining('Cheated') })
})
