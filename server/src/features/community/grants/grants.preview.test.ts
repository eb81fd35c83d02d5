import type { Grant, MemberEffects } from '@tenfour/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDiscordRoles, discordRole, entitler, linkMember } from '../../../testing/test-entitlements.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let admin: Http
let officer: Http
let memberId: number
let member: Http
beforeAll(async () => {
  t = await startTestPortal()
  await t.person('root')
  admin = await t.as('admin')
  officer = await t.as('officer')
  await addDiscordRoles(t.db)
  await entitler(admin)({ kind: 'pass' }, discordRole('linked'))
})
beforeEach(async () => {
  const { userId, token } = await t.addPerson()
  memberId = userId
  member = t.http(token)
  await linkMember(t.db, userId)
})
afterAll(() => t.close())

const STEAM = '(once they have a Steam hex)'
const ask = (http: Http, body: object) => http.post('/api/grants/preview', body)
const effects = async (http: Http, body: object) => (await ask(http, body)).json<MemberEffects>()
const give = (more = {}) => ({ step: 'give', userId: memberId, hours: 24, whitelist: 'dev', ...more })
const requested = async (body: object) => (await member.post('/api/grants', body)).json<Grant>()
const stepOf = (step: string, { grantId, version }: Grant) => ({ step, grantId, version })
const grants = () => t.db.selectFrom('grants').select(['id', 'state', 'version']).where('user_id', '=', memberId).execute()
const jobs = async () => (await t.db.selectFrom('discord_errands').select('id').execute()).length

test('the preview of a pass shows what it gives and until when, and gives nothing', async () => {
  const before = await jobs()
  const shown = await effects(admin, give())
  expect(shown).toMatchObject({
    isLinked: true,
    discordRoles: { added: ['Discord linked'], removed: [] },
    whitelists: { added: [`development servers ${STEAM}`], removed: [] },
    refusals: [],
  })
  expect(Date.parse(shown.endsAt ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000)
  expect(await grants()).toEqual([])
  expect(await jobs()).toBe(before)
})

test('members who may accept a request see what accepting it gives', async () => {
  const asked = await requested({ kind: 'ridealong', note: 'My first evening' })
  const [row] = await grants()
  expect(await effects(officer, stepOf('accept', asked))).toMatchObject({
    whitelists: { added: [`game servers ${STEAM}`], removed: [] },
    discordRoles: { added: [], removed: [] },
    endsAt: expect.any(String),
  })
  expect(await grants()).toEqual([row])
  for (const who of [member, await t.as('civilian'), await t.as('member')]) {
    expect((await ask(who, stepOf('accept', asked))).statusCode).toBe(403)
  }
  expect((await ask(officer, { ...stepOf('accept', asked), version: asked.version + 1 })).statusCode, 'changed since').toBe(409)
  expect((await officer.post(`/api/grants/${asked.grantId}/accept`, { version: asked.version })).statusCode, 'as it was').toBe(200)
})

test('members who may end a grant see what its end takes away', async () => {
  const given = (await admin.post('/api/grants/passes', { userId: memberId, hours: 5, whitelist: 'dev', note: 'Guest' })).json<Grant>()
  const gone = { discordRoles: { added: [], removed: ['Discord linked'] }, whitelists: { added: [], removed: ['development servers'] } }
  for (const who of [admin, member, await t.as('staff')]) {
    const shown = await effects(who, stepOf('end', given))
    expect(shown).toMatchObject(gone)
    expect(shown.endsAt).toBeUndefined()
  }
  expect((await ask(officer, stepOf('end', given))).statusCode, 'for others there is none').toBe(404)
  expect((await grants())[0]).toMatchObject({ state: 'active' })
  expect((await ask(admin, give())).json().message).toContain('a pass already')
})

test('a preview of a grant that can’t be given is refused with the message of the step itself', async () => {
  expect((await ask(await t.as('staff'), give())).statusCode).toBe(403)
  expect((await ask(admin, give({ userId: 999_999 }))).statusCode).toBe(404)
  expect((await ask(admin, give({ hours: 1000 }))).json()).toMatchObject({ code: 'invalid_input', field: 'hours' })
  expect((await ask(admin, give({ userId: (await t.person('admin')).userId }))).json().message).toContain('yourself')
  expect((await ask(admin, { step: 'accept', grantId: 999_999, version: 1 })).statusCode).toBe(404)
})
