import type { Offence, OffenceRevision, PageOf } from '@tenfour/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { joinRoom, nextEvent, startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let admin: Http
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
})
afterAll(() => t.close())

let numbers = 0
const input = (over: Partial<Offence> = {}) => ({
  code: `Z-${(numbers += 1)}`,
  title: 'Loitering',
  type: 'Infraction',
  category: 'Test',
  description: '',
  fineMin: 10,
  fineMax: 20,
  jailMin: 0,
  jailMax: 5,
  points: 1,
  ...over,
})
const add = async (over: Partial<Offence> = {}) => (await admin.post('/api/offences', input(over))).json<Offence>()
const find = async (query: string) => (await admin.get(`/api/offences?${query}`)).json<PageOf<Offence> & { categories: string[] }>()
const revisions = async (offenceId: number) => (await admin.get(`/api/offences/${offenceId}/revisions`)).json<OffenceRevision[]>()

test('a community starts with at least 60 offences of every type, with fines and times in order', async () => {
  const all = await find('pageSize=100')
  expect(all.total).toBeGreaterThanOrEqual(60)
  expect(new Set(all.items.map(({ type }) => type))).toEqual(new Set(['Infraction', 'Misdemeanor', 'Felony']))
  expect(all.categories).toContain('Traffic')
  expect(all.items.every(({ description }) => description.length > 10)).toBe(true)
})

test('every member reads the penal code, and finds an offence by its code or by words in any order', async () => {
  const member = t.http((await t.addPerson()).token)
  expect((await member.get('/api/offences')).statusCode).toBe(200)
  const codes = async (q: string) => (await find(`q=${encodeURIComponent(q)}`)).items.map(({ code }) => code)
  expect((await codes('t-10'))[0]).toBe('T-101')
  expect(await codes('over speeding 30')).toContain('T-103')
  expect(await codes('theft VEHICLE')).toContain('R-303')
  expect(await codes('100%')).toEqual([])
  expect((await find('category=Drugs&type=Felony')).items.every(({ category, type }) => category === 'Drugs' && type === 'Felony')).toBe(
    true,
  )
})

test('a changed offence gets a new wording; nobody can change the old one', async () => {
  const before = await add({ title: 'Old words' })
  const after = (await admin.put(`/api/offences/${before.offenceId}`, { ...before, title: 'New words' })).json<Offence>()
  expect(after.revisionId).not.toBe(before.revisionId)
  expect((await revisions(before.offenceId)).map(({ title }) => title)).toEqual(['New words', 'Old words'])
  const again = (await admin.put(`/api/offences/${before.offenceId}`, after)).json<Offence>()
  expect([again.version, again.revisionId], 'the same words are no change').toEqual([after.version, after.revisionId])
  await expect(
    t.db.updateTable('offence_revisions').set({ title: 'Forged' }).where('id', '=', before.revisionId).execute(),
  ).rejects.toThrow('append-only')
})

test('of two admins who edit at once, the second is told of the conflict, and nothing is lost', async () => {
  const offence = await add()
  const both = await Promise.all(['One', 'Two'].map((title) => admin.put(`/api/offences/${offence.offenceId}`, { ...offence, title })))
  expect(both.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409])
})

test('a code is unique among offences in use, whatever its case; of two admins who add it at once, one succeeds', async () => {
  const { code, offenceId, version } = await add()
  const same = await admin.post('/api/offences', input({ code: code.toLowerCase() }))
  expect(same.json()).toMatchObject({ code: 'conflict', field: 'code' })
  await admin.post(`/api/offences/${offenceId}/retire`, { version, isRetired: true })
  const racing = await Promise.all([1, 2].map(() => admin.post('/api/offences', input({ code }))))
  expect(racing.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409])
  const back = await admin.post(`/api/offences/${offenceId}/retire`, { version: version + 1, isRetired: false })
  expect(back.statusCode, 'its code is taken by now').toBe(409)
})

test('a retired offence is not in the list but still exists, and changes are told live', async () => {
  const socket = await t.connect((await t.addPerson()).token)
  await joinRoom(socket, 'offences', {})
  const { offenceId, version, code } = await add()
  const told = nextEvent(socket, 'delta')
  await admin.post(`/api/offences/${offenceId}/retire`, { version, isRetired: true })
  expect(await told).toMatchObject({ event: 'offences.changed' })
  expect((await find(`q=${code}`)).items).toEqual([])
  expect((await find(`q=${code}&includeRetired=true`)).items).toMatchObject([{ offenceId, isRetired: true }])
})

test.each([
  [{ fineMax: 5 }, 'fineMax'],
  [{ jailMin: 6 }, 'jailMax'],
  [{ points: 101 }, 'points'],
  [{ code: ' ' }, 'code'],
  [{ type: 'Crime' }, 'type'],
])('%j is refused by its field', async (wrong, field) => {
  const response = await admin.post('/api/offences', { ...input(), ...wrong })
  expect([response.statusCode, response.json().field]).toEqual([400, field])
})

describe('the penal code in the open', () => {
  const open = async (value: boolean) => {
    const settings = (await admin.get('/api/settings')).json<{ key: string; version: number }[]>()
    const version = settings.find(({ key }) => key === 'offences.open')?.version
    const response = await admin.put('/api/settings/offences.open', { value, version })
    expect(response.statusCode, response.body).toBe(200)
  }
  const read = (headers = {}) => t.app.http.inject({ method: 'GET', url: '/api/penal-code', headers })

  test('nobody reads it until the community opens it, and again once it is closed', async () => {
    expect((await read()).json()).toMatchObject({ code: 'feature_off' })
    await open(true)
    expect((await read()).statusCode).toBe(200)
    await open(false)
    expect((await read()).json()).toMatchObject({ code: 'feature_off' })
  })

  test('it is a page of offences in use with their penalties, and nothing in it is run', async () => {
    await open(true)
    const offence = {
      type: 'Felony',
      category: '<b>Test</b>',
      description: 'A & B',
      fineMin: 1000,
      fineMax: 2500,
      jailMin: 30,
      jailMax: 30,
      points: 1,
    }
    await admin.post('/api/offences', { ...offence, code: 'X 1', title: '<script>alert(1)</script>' })
    const gone = (await admin.post('/api/offences', { ...offence, code: 'X 2', title: 'No longer' })).json<Offence>()
    await admin.post(`/api/offences/${gone.offenceId}/retire`, { version: gone.version, isRetired: true })
    const page = await read()
    expect(page.headers).toMatchObject({ 'content-type': expect.stringContaining('text/html'), 'x-content-type-options': 'nosniff' })
    expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;<small>A &amp; B</small>')
    expect(page.body).toContain('$1,000 to 2,500 fine, 30 min jail, 1 point')
    expect(page.body).not.toMatch(/<script|No longer|<b>/u)
    expect((await read({ 'if-none-match': String(page.headers['etag']) })).statusCode).toBe(304)
    const written = await admin.put('/api/settings/measures.money', { value: '# &', version: 0 })
    expect(written.statusCode, written.body).toBe(200)
    expect((await read()).body).toContain('1,000 to 2,500 &amp; fine')
    await open(false)
  })
})
