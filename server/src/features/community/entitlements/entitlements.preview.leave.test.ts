import type { Leave, MemberEffects } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDiscordRoles, discordRole, entitler } from '../../../testing/test-entitlements.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let staff: Http
beforeAll(async () => {
  t = await startTestPortal()
  await t.person('root')
  staff = await t.as('staff')
  await addDiscordRoles(t.db)
  await entitler(await t.as('admin'))({ kind: 'leave' }, discordRole('away'))
})
afterAll(() => t.close())

/** The date in so many days, by the clock of the database. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const of = (from: number, to: number) => ({ startsOn: day(from), endsOn: day(to) })
const ask = (http: Http, userId: number, leave: object) => http.post('/api/entitlements/preview', { userId, leave })
const effects = async (http: Http, userId: number, leave: object) => (await ask(http, userId, leave)).json<MemberEffects>()
const away = { added: ['Discord away'], removed: [] }
const nothing = { added: [], removed: [] }
const officer = () => t.addPerson({ departments: [{ name: 'LSPD', rank: 'Cadet', isPrimary: true }] })
const record = async (userId: number, from: number, to: number) =>
  (await staff.post(`/api/members/${userId}/leaves`, { ...of(from, to), reason: 'Exams' })).json<Leave>()

test('the preview of leave shows what it gives while it lasts, and records nothing', async () => {
  const { userId } = await officer()
  const now = await effects(staff, userId, of(0, 3))
  expect([now.discordRoles, now.startsOn, now.refusals]).toEqual([away, undefined, []])
  const later = await effects(staff, userId, of(2, 3))
  expect([later.discordRoles, later.startsOn]).toEqual([away, day(2)])
  expect((await effects(staff, userId, of(-5, -2))).discordRoles, 'over').toEqual(nothing)
  expect(await t.db.selectFrom('leaves').select('id').where('user_id', '=', userId).execute()).toEqual([])
})

test('the preview of later leave of a member on leave shows what it gives; overlapping days are refused', async () => {
  const { userId } = await officer()
  await record(userId, 0, 2)
  expect((await effects(staff, userId, of(5, 6))).discordRoles).toEqual(away)
  const overlaps = await ask(staff, userId, of(1, 4))
  expect([overlaps.statusCode, overlaps.json().field]).toEqual([409, 'startsOn'])
  expect((await ask(staff, userId, of(4, 3))).statusCode).toBe(400)
})

test('the preview of the end of leave shows what it takes away; cancelling leave to come takes nothing', async () => {
  const { userId } = await officer()
  const [current, next] = [await record(userId, -1, 2), await record(userId, 5, 6)]
  expect((await effects(staff, userId, { endedId: current.leaveId })).discordRoles).toEqual({ added: [], removed: ['Discord away'] })
  expect((await effects(staff, userId, { endedId: next.leaveId })).discordRoles).toEqual(nothing)
  expect((await ask(staff, userId, { endedId: 999_999 })).statusCode).toBe(404)
  const other = await officer()
  expect((await ask(staff, other.userId, { endedId: current.leaveId })).statusCode, 'of someone else').toBe(404)
})

test('supervisors see the preview for members of their department alone, and nobody else does', async () => {
  await t.db
    .updateTable('ranks')
    .set({ capabilities: ['grantLeave'] })
    .where('name', '=', 'Sergeant')
    .execute()
  const supervisor = t.http((await t.addPerson({ departments: [{ name: 'LSPD', rank: 'Sergeant', isPrimary: true }] })).token)
  const { userId } = await officer()
  expect((await effects(supervisor, userId, of(0, 3))).discordRoles).toEqual(away)
  const { leaveId } = await record(userId, 10, 11)
  expect((await ask(supervisor, userId, { endedId: leaveId })).statusCode, 'ending it is for who manages members').toBe(403)
  const outsider = await t.addPerson()
  expect((await ask(supervisor, outsider.userId, of(0, 3))).statusCode).toBe(403)
  expect((await ask(await t.as('officer'), userId, of(0, 3))).statusCode).toBe(403)
  expect((await ask(t.http((await t.addPerson({ permissions: ['MANAGE_USERS'] })).token), userId, of(0, 3))).statusCode).toBe(403)
  const above = await t.addPerson({ roles: ['Admin'] })
  expect((await ask(staff, above.userId, of(0, 3))).statusCode).toBe(403)
  const self = await t.person('staff')
  expect((await effects(staff, self.userId, of(0, 3))).discordRoles, 'recording one’s own is allowed').toEqual(away)
})

test('a disabled account has no preview of leave', async () => {
  const { userId } = await officer()
  await t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', userId).execute()
  expect((await ask(staff, userId, of(0, 3))).statusCode).toBe(404)
})
