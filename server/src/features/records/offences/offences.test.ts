import type { Offence, OffenceImport, OffenceRevision, PageOf } from '@tenfour/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { joinRoom, nextEvent, startTestPortal, WEB_KEY, type Http, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let admin: Http
let adminToken: string
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
  adminToken = (await t.person('admin')).token
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

test('every member reads it, and finds an offence by its code or by words in any order', async () => {
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

test('a changed offence gets a new wording; the old one stays as it was, whoever tries', async () => {
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

test('two who edit at once: the second is told, and nothing is lost', async () => {
  const offence = await add()
  const both = await Promise.all(['One', 'Two'].map((title) => admin.put(`/api/offences/${offence.offenceId}`, { ...offence, title })))
  expect(both.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409])
})

test('a code is unique in any case among those in use; of two who add it at once one succeeds', async () => {
  const { code, offenceId, version } = await add()
  const same = await admin.post('/api/offences', input({ code: code.toLowerCase() }))
  expect(same.json()).toMatchObject({ code: 'conflict', field: 'code' })
  await admin.post(`/api/offences/${offenceId}/retire`, { version, isRetired: true })
  const racing = await Promise.all([1, 2].map(() => admin.post('/api/offences', input({ code }))))
  expect(racing.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409])
  const back = await admin.post(`/api/offences/${offenceId}/retire`, { version: version + 1, isRetired: false })
  expect(back.statusCode, 'its code is taken by now').toBe(409)
})

test('a retired one is out of the list but not gone, and changes are told live', async () => {
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

describe('a CSV file', () => {
  const HEADER = 'Code,Title,Type,Category,Description,Fine min,Fine max,Jail min,Jail max,Points'
  const send = async (lines: string[], isDryRun: boolean) =>
    t
      .http(adminToken, WEB_KEY, { headers: { 'content-type': 'text/csv' } })
      .post(`/api/offences/import?dryRun=${isDryRun}`, Buffer.from([HEADER, ...lines].join('\r\n')))

  test('adds and changes by code; a dry run says the same and writes nothing', async () => {
    const known = await add({ code: 'CSV-1', title: 'Before' })
    const lines = ['csv-1,After,Infraction,Test,,10,20,0,5,1', 'CSV-2,"Two, quoted",Felony,Test,"With ""quotes""","$1,000",2000,,10,']
    expect((await send(lines, true)).json()).toMatchObject({ added: 1, changed: 1, unchanged: 0, problems: [], isWritten: false })
    expect((await find('q=CSV-2')).items).toEqual([])
    expect((await send(lines, false)).json()).toMatchObject({ added: 1, changed: 1, isWritten: true })
    expect((await find('q=CSV-2')).items).toMatchObject([
      { title: 'Two, quoted', description: 'With "quotes"', fineMin: 1000, jailMin: 0, points: 0 },
    ])
    expect((await revisions(known.offenceId)).map(({ title }) => title)).toEqual(['After', 'Before'])
    expect((await send(lines, false)).json()).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
  })

  test('with one wrong row writes nothing, and names every problem by row and field', async () => {
    const outcome = (
      await send(['BAD-1,Good,Felony,Test,,0,0,0,0,0', 'BAD-2,,Crime,Test,,x,0,0,0,0', 'bad-1,Twice,Felony,Test,,0,0,0,0,0'], false)
    ).json<OffenceImport>()
    expect(outcome.isWritten).toBe(false)
    expect(outcome.problems.map(({ row, field }) => `${row} ${field}`)).toEqual(['2 title', '2 type', '2 fineMin', '3 code'])
    expect((await find('q=BAD-1')).items).toEqual([])
  })

  test.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa])],
    ['no header', Buffer.from('T-1,Speeding')],
    ['an open quote', Buffer.from(`${HEADER}\n"`)],
  ])('that is %s is refused', async (_what, file) => {
    const response = await t
      .http(adminToken, WEB_KEY, { headers: { 'content-type': 'text/csv' } })
      .post('/api/offences/import?dryRun=true', file)
    expect([response.statusCode, response.json().field]).toEqual([400, 'file'])
  })
})
