import { DEPARTMENT, SHIPPED_CAPABILITIES, type CapabilityOffer, type ManagedDepartment } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let admin: Http
beforeEach(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
})
afterEach(() => t.close())

const offer = async () => (await admin.get('/api/ranks/offer')).json<CapabilityOffer | null>()
const answer = (http: Http, isAccepted: boolean) => http.post('/api/ranks/offer', { isAccepted })
const held = async () =>
  (await t.db.selectFrom('ranks').select('capabilities').execute()).filter(({ capabilities }) => capabilities.length > 0)

test('each rank that the table of shipped capabilities names exists once', async () => {
  const ranks = await t.db.selectFrom('ranks').select(['department_id', 'name']).execute()
  const named = SHIPPED_CAPABILITIES.flatMap(({ departmentId, ranks: names }) =>
    names.map((name) => ({ department_id: departmentId, name })),
  )
  expect(ranks).toEqual(expect.arrayContaining(named))
  expect(new Set(named.map(({ department_id, name }) => `${department_id} ${name}`)).size).toBe(named.length)
})

test('a community whose ranks have no capabilities is offered them once, and an Admin gives them', async () => {
  const sergeant = await t.addPerson({ departments: [{ name: 'LSPD', rank: 'Sergeant', isPrimary: true }] })
  const offered = await offer()
  expect(offered?.ranks).toContainEqual(
    expect.objectContaining({ department: 'LSPD', rankName: 'Sergeant', capabilities: ['approveReports', 'actOnLicences'] }),
  )
  expect(await held()).toEqual([])
  const answers = await Promise.all([answer(admin, true), answer(admin, true)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await held()).length).toBe(offered?.ranks.length)
  const departments = (await admin.get('/api/departments')).json<ManagedDepartment[]>()
  const lspd = departments.find(({ departmentId }) => departmentId === DEPARTMENT.LSPD)
  expect(lspd?.ranks.find(({ rankName }) => rankName === 'Chief')?.capabilities).toContain('grantLeave')
  expect((await t.http(sergeant.token).get('/api/auth/me')).json().userDepartments[0].capabilities).toEqual([
    'approveReports',
    'actOnLicences',
  ])
  const audited = await t.db.selectFrom('audit').select('actor_id').where('action', '=', 'rank.changed').execute()
  expect(audited).toHaveLength(offered?.ranks.length ?? 0)
  // The capabilities are taken away again, and are not offered a second time.
  await t.db.updateTable('ranks').set({ capabilities: [] }).execute()
  expect(await offer()).toBeNull()
  expect((await answer(admin, true)).statusCode).toBe(409)
})

test('after a declined offer, the ranks stay as they are, and it is not made again', async () => {
  expect((await answer(admin, false)).statusCode).toBe(200)
  expect([await held(), await offer()]).toEqual([[], null])
  expect((await answer(admin, true)).statusCode).toBe(409)
  expect(await t.db.selectFrom('audit').select('action').where('action', '=', 'rank.offer-declined').execute()).toHaveLength(1)
})

test('only an Admin sees and answers the offer', async () => {
  const manager = t.http((await t.addPerson({ permissions: ['MANAGE_USERS', 'MANAGE_MEMBERS'] })).token)
  for (const http of [await t.as('staff'), await t.as('member'), manager]) {
    expect([(await http.get('/api/ranks/offer')).statusCode, (await answer(http, true)).statusCode]).toEqual([403, 403])
  }
  expect((await offer())?.ranks.length).toBeGreaterThan(0)
})

test('a community that has given any rank a capability gets no offer, and renamed or retired ranks are left out', async () => {
  const of = (name: string) => t.db.updateTable('ranks').where('department_id', '=', DEPARTMENT.LSPD).where('name', '=', name)
  await of('Sergeant').set({ name: 'Watch Commander' }).execute()
  await of('Captain').set({ retired_at: new Date() }).execute()
  const lspd = (await offer())?.ranks.filter(({ department }) => department === 'LSPD').map(({ rankName }) => rankName)
  expect(lspd).toEqual(['Lieutenant', 'Chief'])
  await of('Cadet')
    .set({ capabilities: ['seePatrols'] })
    .execute()
  expect(await offer()).toBeNull()
  expect((await answer(admin, true)).statusCode).toBe(409)
})
