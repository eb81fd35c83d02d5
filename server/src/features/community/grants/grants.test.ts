import {
  DEPARTMENT,
  type Entitlement,
  type Grant,
  type Member,
  type MemberRow,
  type Notice,
  type ResponseOf,
  type UserRecord,
  type UserRow,
  type listEntitlements,
  type listOwnGrants,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import { startTestPortal, until, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { watchRoom } from '../../../testing/test-room.ts'
import { grantsSettle } from './grants.steps.ts'

let t: TestPortal
let admin: Http
let officer: Http
beforeAll(async () => {
  t = await startTestPortal()
  await t.person('root')
  admin = await t.as('admin')
  officer = await t.as('officer')
})
afterAll(() => t.close())

type Own = ResponseOf<typeof listOwnGrants>
const RIDEALONG = { kind: 'ridealong', note: 'My first evening' }
const PASS = { kind: 'pass', hours: 24, note: 'Guest of the mayor' }
/** A new member, because requests are limited by the hour and to one at a time. */
const someone = async () => {
  const person = await t.addPerson()
  return { ...person, http: t.http(person.token) }
}
let asking: Person & { http: Http }
beforeEach(async () => {
  asking = await someone()
})
const ask = async (body: object, who = asking.http): Promise<Grant> => {
  const answer = await who.post('/api/grants', body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const step = (who: Http, { grantId, version }: Grant, act: string, more = {}) =>
  who.post(`/api/grants/${grantId}/${act}`, { version, ...more })
const accepted = async (body: object, who: Http = admin): Promise<Grant> => {
  const answer = await step(who, await ask(body), 'accept')
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const own = async (who = asking.http) => (await who.get('/api/grants/own')).json<Own>()
const list = async (which: string, who: Http = admin) =>
  (await who.get(`/api/grants?list=${which}&pageSize=100`)).json<{ items: Grant[] }>().items
const notices = async ({ userId, token }: Person) => (await t.http(token).get(`/api/user/notices/${userId}`)).json<Notice[]>()
const isWhitelisted = async ({ userId }: Person) => {
  const row = await t.db.selectFrom('users').select(['is_entitled', 'is_entitled_dev']).where('id', '=', userId).executeTakeFirstOrThrow()
  return { prod: row.is_entitled, dev: row.is_entitled_dev }
}
/** Lets the time of a grant pass, which no trigger notices. */
const letPass = ({ grantId }: Grant) =>
  t.db.transaction().execute(async (tx) => {
    await sql`alter table grants disable trigger grants_changed`.execute(tx)
    await sql`update grants set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 second' where id = ${grantId}`.execute(
      tx,
    )
    await sql`alter table grants enable trigger grants_changed`.execute(tx)
  })

describe('a ride-along', () => {
  test('is asked for, sponsored by a member of a department and lasts as long as the setting says', async () => {
    const { token } = await t.person('staff')
    const room = await watchRoom(t, token, 'discord', {})
    const asked = await ask({ ...RIDEALONG, departmentId: DEPARTMENT.LSPD })
    expect(asked).toMatchObject({
      state: 'asked',
      member: { userId: asking.userId },
      sponsor: null,
      department: { name: 'LSPD' },
      hours: 6,
    })
    expect(await room.received()).toContainEqual({ event: 'grants.changed', payload: { grantIds: [asked.grantId] } })
    expect((await own(officer)).waiting).toContainEqual(asked)

    const given = (await step(officer, asked, 'accept')).json<Grant>()
    expect(given).toMatchObject({ state: 'active', sponsor: { name: 'The officer' }, department: { name: 'LSPD' }, whitelist: null })
    expect(Date.parse(given.endsAt ?? '') - Date.parse(given.startsAt ?? '')).toBe(6 * 3_600_000)
    expect((await own()).own[0]).toEqual(given)
    expect((await own(officer)).sponsored).toContainEqual(given)
    expect(await list('active')).toContainEqual(given)
    expect((await notices(asking))[0]).toMatchObject({ title: 'You have a ride-along with LSPD for 6 hours', path: '/user/grants' })
  })

  test('can’t be sponsored by the member themselves, by a civilian or by someone without a department', async () => {
    const police = await t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] })
    const asked = await ask(RIDEALONG, t.http(police.token))
    const refused = await step(t.http(police.token), asked, 'accept')
    expect([refused.statusCode, refused.json().message]).toEqual([403, "You can't sponsor yourself: ask someone else"])
    expect((await own(t.http(police.token))).waiting).toEqual([])
    expect((await step(await t.as('civilian'), asked, 'accept')).statusCode).toBe(403)
    expect((await step(await t.as('staff'), asked, 'accept')).statusCode).toBe(403)
    expect((await step(await t.as('member'), asked, 'accept')).statusCode).toBe(403)
  })

  test('gives the whitelist of the game servers until an admin removes that entitlement', async () => {
    const given = { source: { kind: 'ridealong' }, gift: { kind: 'whitelist', environment: 'prod' } }
    const { entitlements } = (await admin.get('/api/entitlements')).json<ResponseOf<typeof listEntitlements>>()
    expect(entitlements).toEqual([{ ...given, entitlementId: expect.any(Number), createdAt: expect.any(String), createdBy: null }])
    await accepted(RIDEALONG, officer)
    expect(await isWhitelisted(asking)).toEqual({ prod: true, dev: false })
    expect((await own()).ridealongGivesAccess).toBe(true)
    expect((await admin.delete(`/api/entitlements/${entitlements[0]?.entitlementId}`)).statusCode).toBe(200)
    expect(await isWhitelisted(asking)).toEqual({ prod: false, dev: false })
    expect((await own()).ridealongGivesAccess).toBe(false)
    expect((await admin.post('/api/entitlements', given)).statusCode).toBe(200)
    expect(await isWhitelisted(asking)).toEqual({ prod: true, dev: false })
  })

  test('gives no role that has gained power since', async () => {
    const given = { source: { kind: 'ridealong' } }
    await t.db.insertInto('discord_guilds').values({ id: '1', name: 'Our Town', owner_id: '1' }).execute()
    await t.db.insertInto('discord_roles').values({ id: '2', guild_id: '1', name: 'Rider' }).execute()
    const role = (await admin.post('/api/entitlements', { ...given, gift: { kind: 'discordRole', roleId: '2' } })).json()
    await t.db.updateTable('discord_roles').set({ permissions: '8' }).where('id', '=', '2').execute()
    const refused = await step(officer, await ask(RIDEALONG), 'accept')
    expect([refused.statusCode, refused.json().message]).toEqual([403, expect.stringContaining('Rider')])
    await admin.delete(`/api/entitlements/${role.entitlementId}`)
  })

  test('is refused, naming the field, for a department that nobody rides with', async () => {
    const refused = await asking.http.post('/api/grants', { ...RIDEALONG, departmentId: DEPARTMENT.CIV })
    expect([refused.statusCode, refused.json()]).toEqual([400, expect.objectContaining({ field: 'departmentId' })])
  })
})

describe('a pass', () => {
  test('puts the member on the whitelist, and ends when its time is over', async () => {
    const sponsor = await t.person('admin')
    const grant = await accepted(PASS)
    expect(await isWhitelisted(asking)).toEqual({ prod: true, dev: false })
    await letPass(grant)
    // No job has run yet.
    expect((await own()).own[0]).toMatchObject({ state: 'expired', ended: { by: null } })
    expect(await list('active')).not.toContainEqual(expect.objectContaining({ grantId: grant.grantId }))
    await enqueue(t.db, grantsSettle, {})
    await until('it is off the whitelist', async () => !(await isWhitelisted(asking)).prod)
    expect((await notices(asking))[0]?.title).toBe('Your pass has ended')
    expect((await notices(sponsor))[0]?.title).toContain('has ended')
    expect(await list('past')).toContainEqual(expect.objectContaining({ grantId: grant.grantId, state: 'expired' }))
  })

  test('is named as what puts someone on the whitelist, unless their rank does as well', async () => {
    const { userId } = asking
    const by = async () => {
      const account = (await admin.get(`/api/user/getUser/${userId}`)).json<UserRecord>()
      const member = (await admin.get(`/api/members/${userId}`)).json<Member>()
      const named = (await admin.get(`/api/members?q=${encodeURIComponent(account.name)}`)).json<{ items: MemberRow[] }>()
      const search = { term: account.emailAddress, page: 1, pageSize: 25 }
      const found = (await admin.post('/api/user/search/false/false', search)).json<{ items: UserRow[] }>()
      const rows = [...named.items, ...found.items].filter((each) => each.userId === userId)
      return [...new Set([account, member, ...rows].map(({ entitledBy, entitledByDev }) => `${entitledBy} ${entitledByDev}`))]
    }
    const entitle = async (kind: string, more: object, environment: string) =>
      (await admin.post('/api/entitlements', { source: { kind, ...more }, gift: { kind: 'whitelist', environment } })).json<Entitlement>()
    expect(await by()).toEqual(['null null'])
    const rule = await entitle('ridealong', {}, 'dev')
    const ridealong = await accepted(RIDEALONG, officer)
    expect(await by()).toEqual(['ridealong ridealong'])
    const pass = await accepted(PASS)
    expect(await by()).toEqual(['pass ridealong'])
    await t.db.insertInto('user_departments').values({ user_id: userId, department_id: DEPARTMENT.LSPD, is_primary: true }).execute()
    const ofRank = await entitle('department', { departmentId: DEPARTMENT.LSPD }, 'prod')
    expect(await by()).toEqual(['rank ridealong'])
    await step(admin, pass, 'end')
    await step(admin, ridealong, 'end')
    expect(await by()).toEqual(['rank null'])
    for (const { entitlementId } of [rule, ofRank]) await admin.delete(`/api/entitlements/${entitlementId}`)
  })

  test('is accepted by staff alone, and only once', async () => {
    const asked = await ask({ ...PASS, whitelist: 'dev' })
    expect((await step(officer, asked, 'accept')).statusCode).toBe(403)
    const staff = await t.as('staff')
    const answers = await Promise.all([step(staff, asked, 'accept'), step(admin, asked, 'accept')])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await isWhitelisted(asking)).toEqual({ prod: false, dev: true })
  })

  test('needs a time of at most 14 days and a purpose', async () => {
    const fieldOf = async (body: object) => {
      const refused = await asking.http.post('/api/grants', body)
      return [refused.statusCode, refused.json().field]
    }
    expect(await fieldOf({ ...PASS, hours: 337 })).toEqual([400, 'hours'])
    expect(await fieldOf({ ...PASS, hours: 0 })).toEqual([400, 'hours'])
    expect(await fieldOf({ ...PASS, note: ' ' })).toEqual([400, 'note'])
    expect(await fieldOf({ kind: 'key' })).toEqual([400, 'kind'])
  })

  test('is given by someone who manages Discord, to others who are not above, and not beside another', async () => {
    const manager = t.http((await t.addPerson({ roles: ['Staff'], permissions: ['MANAGE_DISCORD'] })).token)
    const body = { userId: asking.userId, hours: 48, note: 'Guest' }
    const given = (await manager.post('/api/grants/passes', body)).json<Grant>()
    expect(given).toMatchObject({ state: 'active', whitelist: 'prod', hours: 48 })
    expect((await manager.post('/api/grants/passes', body)).statusCode).toBe(409)
    expect((await asking.http.post('/api/grants', PASS)).statusCode).toBe(409)
    expect((await (await t.as('staff')).post('/api/grants/passes', body)).statusCode).toBe(403)
    const root = await t.person('root')
    expect((await manager.post('/api/grants/passes', { ...body, userId: root.userId })).statusCode).toBe(403)
    const self = await t.person('admin')
    expect((await admin.post('/api/grants/passes', { ...body, userId: self.userId })).json()).toMatchObject({ field: 'userId' })
    expect((await admin.post('/api/grants/passes', { ...body, userId: 999_999 })).statusCode).toBe(404)
    const other = await someone()
    await ask(PASS, other.http)
    expect((await manager.post('/api/grants/passes', { ...body, userId: other.userId })).json().message).toContain('has asked for a pass')
  })
})

describe('a request', () => {
  test('is one at a time for each kind, and at most five an hour', async () => {
    const first = await ask(RIDEALONG)
    expect((await asking.http.post('/api/grants', RIDEALONG)).statusCode).toBe(409)
    await ask(PASS)
    await step(asking.http, first, 'withdraw')
    await ask(RIDEALONG)
    expect((await asking.http.post('/api/grants', RIDEALONG)).statusCode).toBe(409)
    expect((await asking.http.post('/api/grants', RIDEALONG)).statusCode).toBe(429)
  })

  test('that is not valid counts as one of the five of the hour', async () => {
    for (let count = 0; count < 5; count += 1) expect((await asking.http.post('/api/grants', { kind: 'none' })).statusCode).toBe(400)
    expect((await asking.http.post('/api/grants', RIDEALONG)).statusCode).toBe(429)
  })

  test('is withdrawn by the member who made it, and by nobody else', async () => {
    const asked = await ask(PASS)
    expect((await step(admin, asked, 'withdraw')).statusCode).toBe(404)
    expect((await step(asking.http, { ...asked, version: 7 }, 'withdraw')).statusCode).toBe(409)
    expect((await step(asking.http, asked, 'withdraw')).json()).toMatchObject({ state: 'withdrawn' })
    expect((await step(admin, asked, 'accept')).json().message).toContain('has withdrawn this request')
  })

  test('is declined with a reason that the member is told', async () => {
    const asked = await ask(PASS)
    expect((await step(officer, asked, 'decline')).statusCode).toBe(403)
    expect((await step(admin, asked, 'decline', { reason: 'Not this week' })).json()).toMatchObject({ state: 'declined' })
    expect((await notices(asking))[0]).toMatchObject({ title: 'Your request for a pass was declined', text: 'Not this week' })
  })

  test('that nobody answers ends after a week', async () => {
    const asked = await ask(PASS)
    await sql`update grants set asked_at = now() - interval '8 days' where id = ${asked.grantId}`.execute(t.db)
    expect((await step(admin, asked, 'accept')).statusCode).toBe(409)
    await enqueue(t.db, grantsSettle, {})
    await until('they are told', async () => (await notices(asking)).some(({ title }) => title.startsWith('Nobody answered')))
    expect((await own()).own[0]).toMatchObject({ state: 'expired', startsAt: null })
  })
})

describe('ending a grant before its time', () => {
  test('is for the member, the sponsor and staff', async () => {
    const mine = await accepted(PASS)
    const stranger = await someone()
    expect((await step(stranger.http, mine, 'end')).statusCode).toBe(404)
    expect((await step(officer, mine, 'end')).statusCode).toBe(404)
    expect((await step(asking.http, { ...mine, version: 9 }, 'end')).statusCode).toBe(409)
    expect((await step(asking.http, mine, 'end')).json()).toMatchObject({ state: 'ended', ended: { by: { userId: asking.userId } } })
    expect(await isWhitelisted(asking)).toEqual({ prod: false, dev: false })
    expect((await step(asking.http, mine, 'end')).statusCode).toBe(409)

    const rider = await someone()
    const asked = await ask(RIDEALONG, rider.http)
    const riding = (await step(officer, asked, 'accept')).json<Grant>()
    expect((await step(officer, riding, 'end', { reason: 'Went home' })).statusCode).toBe(200)
    expect((await notices(rider))[0]).toMatchObject({ title: 'Your ride-along was ended by The officer', text: 'Went home' })

    const staff = await t.as('staff')
    const misused = await accepted(PASS)
    expect((await step(staff, misused, 'end', { reason: 'Misused' })).json()).toMatchObject({
      state: 'ended',
      ended: { by: { name: 'The staff' }, reason: 'Misused' },
    })
    expect(await isWhitelisted(asking)).toEqual({ prod: false, dev: false })
    expect((await notices(asking))[0]).toMatchObject({ title: 'Your pass was ended by The staff', text: 'Misused' })
  })

  test('happens when the account is disabled: it has no grant once it is enabled again', async () => {
    const grant = await accepted(PASS)
    for (const disabled_at of [new Date(), null])
      await t.db.updateTable('users').set({ disabled_at }).where('id', '=', asking.userId).execute()
    expect(await isWhitelisted(asking)).toEqual({ prod: false, dev: false })
    expect(await list('past')).toContainEqual(expect.objectContaining({ grantId: grant.grantId, state: 'ended' }))
  })
})
