import {
  ownersSeeLookups,
  type LookupLogEntry,
  type LookupResult,
  type OwnLookup,
  type PageOf,
  type WarrantLookup,
  type WarrantSummary,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, until, type TestPortal } from '../../../../testing/test-portal.ts'
import { recordsOf } from '../../../../testing/test-records.ts'
import { castOf, confidential, warrantRowsOf, whoGets, type Cast } from '../../../../testing/test-warrant-cast.ts'
import { warrantsOf } from '../../../../testing/test-warrants.ts'

let t: TestPortal
let w: ReturnType<typeof warrantsOf>
let rows: ReturnType<typeof warrantRowsOf>
let cast: Cast
let characterId: number
beforeAll(async () => {
  t = await startTestPortal({ lookupLimits: { searchesASecond: 1000, lookupsAnHour: 10_000 } })
  w = warrantsOf(t)
  rows = warrantRowsOf(t)
  cast = await castOf(t)
  characterId = await w.character(null, { name: 'Dexter Marlowe', bornOn: '1991-03-03' })
})
afterAll(() => t.close())

type By = Pick<Member, 'http'>
type For = { readonly warrantId?: number; readonly draftId?: number }
const search = (by: By, purpose: For, q = 'marlowe', kind = 'person') =>
  by.http.get(`/api/warrants/lookups/search?${new URLSearchParams({ kind, q, ...asText(purpose) }).toString()}`)
const asText = (purpose: For) => Object.fromEntries(Object.entries(purpose).map(([key, value]) => [key, String(value)]))
const lookUp = (by: By, purpose: For, target: object = { by: 'character', characterId }) =>
  by.http.post('/api/warrants/lookups', { target, ...purpose })
const signed = () => ({ writerId: cast.writer.userId, signerId: cast.judge.userId })
const list = async (by: By, query = ''): Promise<PageOf<WarrantLookup>> =>
  (await by.http.get(`/api/warrants/lookups${query}`)).json<PageOf<WarrantLookup>>()
const startDraft = async (by: By): Promise<number> =>
  (await by.http.post('/api/warrants/drafts', { type: 'arrest' })).json<{ draftId: number }>().draftId

describe('legal staff', () => {
  test('finds and opens a person for a warrant as police does, off duty, and is logged with the warrant', async () => {
    const warrantId = await rows.insert({ ...signed(), characterId })
    expect((await search(cast.clerk, { warrantId })).json()).toMatchObject({
      rows: [{ characterId, name: 'Dexter Marlowe', flags: ['Warrant', 'Noted'] }],
    })
    const found = (await lookUp(cast.clerk, { warrantId })).json<LookupResult>()
    expect(found).toMatchObject({ callId: null, record: { kind: 'person', characterId, warrants: [{ warrantId }] } })
    const { rows: logged } = await sql`select kind, query, found, warrant_id, warrant_draft_id, department_id, server_id from lookups
      where id = ${found.lookupId}`.execute(t.db)
    expect(logged).toEqual([
      {
        kind: 'lookup',
        query: 'marlowe',
        found: ['Dexter Marlowe'],
        warrant_id: warrantId,
        warrant_draft_id: null,
        department_id: null,
        server_id: null,
      },
    ])
  })

  test('looks up vehicles and weapons too', async () => {
    const draftId = await startDraft(cast.clerk)
    const { rows: vehicles } = await sql<{ id: number }>`
      insert into vehicles (plate, vin, model, character_id) values ('LEGAL1', 'VINLEGAL1', 'Sultan', ${characterId}) returning id`.execute(
      t.db,
    )
    const { rows: weapons } = await sql<{ id: number }>`
      insert into weapons (character_id, model, serial) values (${characterId}, 'Pistol', '4471-K') returning id`.execute(t.db)
    expect((await search(cast.clerk, { draftId }, 'legal1', 'vehicle')).json()).toMatchObject({ rows: [{ plate: 'LEGAL1' }] })
    expect((await lookUp(cast.clerk, { draftId }, { by: 'vehicle', vehicleId: vehicles[0]!.id })).json()).toMatchObject({
      record: { kind: 'vehicle', plate: 'LEGAL1' },
    })
    expect((await lookUp(cast.clerk, { draftId }, { by: 'weapon', weaponId: weapons[0]!.id })).statusCode).toBe(200)
    expect((await lookUp(cast.clerk, { draftId }, { by: 'character', characterId: 999_999 })).statusCode).toBe(404)
  })

  test('needs exactly one purpose: a draft of their own, or an open warrant', async () => {
    const draftId = await startDraft(cast.reviewer)
    const closed = await rows.insert({ ...signed(), state: 'recalled' })
    const open = await rows.insert(signed())
    for (const [purpose, status] of [
      [{}, 400],
      [{ draftId, warrantId: open }, 400],
      [{ draftId }, 404],
      [{ draftId: 999_999 }, 404],
      [{ warrantId: 999_999 }, 404],
      [{ warrantId: closed }, 409],
      [{ warrantId: open }, 200],
    ] as const) {
      expect((await lookUp(cast.clerk, purpose)).statusCode, JSON.stringify(purpose)).toBe(status)
      expect((await search(cast.clerk, purpose)).statusCode, JSON.stringify(purpose)).toBe(status)
    }
    expect((await lookUp(cast.reviewer, { draftId })).statusCode).toBe(200)
    for (const by of [cast.writer, cast.supervisor]) expect((await lookUp(by, { warrantId: open })).statusCode).toBe(403)
  })

  test('neither looks anything up for a confidential warrant that they may not know of, nor sees it on a record', async () => {
    const warrantId = await rows.insert({ ...confidential(cast), characterId: await w.character(null, { name: 'Hidden Hannah' }) })
    const { clerk, reviewer, judge, admin } = cast
    const people = { clerk, reviewer, judge, admin }
    const KNOW = ['reviewer', 'judge', 'admin']
    expect(await whoGets(people, async (by) => (await lookUp(by, { warrantId })).statusCode === 200)).toEqual(KNOW)
    expect(await whoGets(people, async (by) => (await search(by, { warrantId })).statusCode === 200)).toEqual(KNOW)
    const seen = await whoGets(people, async (by) => {
      const draftId = await startDraft(by)
      return (await search(by, { draftId }, 'hannah')).json<{ rows: { flags: string[] }[] }>().rows[0]!.flags.includes('Warrant')
    })
    expect(seen).toEqual(KNOW)
    const none = await lookUp(clerk, { warrantId: 999_999 })
    expect({ ...(await lookUp(clerk, { warrantId })).json<object>(), requestId: '' }).toEqual({ ...none.json<object>(), requestId: '' })
  })

  test('is refused after losing the role', async () => {
    const clerk = await w.clerk()
    const draftId = await startDraft(clerk)
    await sql`delete from user_roles where user_id = ${clerk.userId}`.execute(t.db)
    expect((await lookUp(clerk, { draftId })).statusCode).toBe(403)
  })

  test('hits no BOLO, and has the limits of units', async () => {
    const draftId = await startDraft(cast.clerk)
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const bolo = await cast.writer.http.post('/api/bolos/1', {
      kind: 'person',
      characterId,
      name: 'Dexter Marlowe',
      reason: 'Robbery',
      expiresAt,
    })
    expect(bolo.statusCode, bolo.body).toBe(200)
    expect((await lookUp(cast.clerk, { draftId })).json()).toMatchObject({
      bolos: [{ hits: 0 }],
      record: { flags: expect.arrayContaining(['BOLO']) },
    })
    expect((await cast.writer.http.get('/api/bolos/1')).json()).toMatchObject([{ hits: 0 }])
    const few = await startTestPortal({ lookupLimits: { searchesASecond: 1, lookupsAnHour: 2 } })
    const someone = await warrantsOf(few).clerk()
    const answers = []
    for (let each = 0; each < 3; each += 1) answers.push((await lookUp(someone, { draftId: 999_999 })).statusCode)
    expect(answers).toEqual([404, 404, 429])
    await few.close()
  })

  test('on duty too is counted apart from units, and supervisors are not told', async () => {
    const few = await startTestPortal({ lookupLimits: { searchesASecond: 1000, lookupsAnHour: 2 } })
    const [people, records] = [warrantsOf(few), recordsOf(few)]
    const sergeant = await records.supervisor({ capabilities: ['seeLookups'] })
    const both = await people.officer({ name: 'Busy Both' })
    await sql`insert into user_roles (user_id, role_id) select ${both.userId}, id from roles where name = 'Legal Services'`.execute(few.db)
    await sql`update users set access_version = access_version + 1 where id = ${both.userId}`.execute(few.db)
    const draftId = await startDraft(both)
    const target = { by: 'character', characterId: await people.character(null) }
    const times = async (ask: () => Promise<{ statusCode: number }>) => {
      const answers: number[] = []
      for (let each = 0; each < 3; each += 1) answers.push((await ask()).statusCode)
      return answers
    }
    expect(await times(() => lookUp(both, { draftId }, target))).toEqual([200, 200, 429])
    expect(await times(() => both.http.post('/api/lookups', target)), 'as a unit').toEqual([200, 200, 429])
    await until('the supervisor is told of the unit', async () => (await records.notices(sergeant)).length > 0)
    expect(await records.notices(sergeant), 'once').toMatchObject([{ title: 'Lookup limit reached' }])
    const { rows: told } = await sql<{ at: Date }>`select created_at as at from notices where user_id = ${sergeant.userId}`.execute(few.db)
    const { rows: last } = await sql<{ at: Date }>`
      select max(at) as at from lookups where user_id = ${both.userId} and warrant_draft_id is null`.execute(few.db)
    expect(told[0]!.at.getTime(), 'not before the unit was over its own limit').toBeGreaterThanOrEqual(last[0]!.at.getTime())
    await few.close()
  })

  test('may put people whom they found on the draft', async () => {
    const draftId = await startDraft(cast.clerk)
    const other = await w.character(null, { name: 'Petra Found' })
    const save = () =>
      cast.clerk.http.put(`/api/warrants/drafts/${draftId}`, {
        content: { type: 'arrest', subject: { kind: 'person', characterId: other } },
        version: 1,
      })
    expect((await save()).statusCode, 'not looked up yet').toBe(400)
    await search(cast.clerk, { draftId }, 'petra')
    expect((await save()).statusCode, 'shown in a search').toBe(200)
  })
})

describe('the log', () => {
  test('has searches that led to no lookup, each with its warrant, and entries of a draft follow it to its warrant', async () => {
    const [one, other] = [await rows.insert(signed()), await rows.insert(signed())]
    const clerk = await w.clerk('Typing Clerk')
    await search(clerk, { warrantId: one }, 'marlo')
    await search(clerk, { warrantId: one }, 'marlow')
    await search(clerk, { warrantId: other }, 'marlow')
    const judge = cast.judge
    await until(
      'the search of the first is logged when the second begins',
      async () => (await list(judge, `?warrantId=${one}`)).total === 1,
    )
    expect(await list(judge, `?warrantId=${one}`)).toMatchObject({
      items: [
        {
          kind: 'search',
          query: 'marlow',
          found: ['Dexter Marlowe, 1991'],
          by: { name: 'Typing Clerk' },
          warrant: { number: rows.number(one) },
        },
      ],
    })
    const draftId = await startDraft(clerk)
    const { lookupId } = (await lookUp(clerk, { draftId })).json<LookupResult>()
    const before = (await list(judge)).items.find((item) => item.lookupId === lookupId)
    expect(before).toMatchObject({ kind: 'lookup', warrant: null })

    const draft = await w.complete(clerk)
    await lookUp(clerk, { draftId: draft.draftId })
    await search(clerk, { draftId: draft.draftId }, 'nobody at all')
    const { warrantId, number } = (await w.submit(clerk, draft)).json<WarrantSummary>()
    await search(clerk, { warrantId: one }, 'marlow')
    const ofWarrant = async () => (await list(judge, `?warrantId=${warrantId}`)).items
    await until('the search is logged after its draft was submitted', async () => (await ofWarrant()).some(({ kind }) => kind === 'search'))
    expect(await ofWarrant()).toMatchObject([
      { kind: 'search', query: 'nobody at all', warrant: { number } },
      { kind: 'lookup', found: ['Dexter Marlowe'], warrant: { number } },
      { query: 'For a test' },
    ])
    expect((await list(judge, '?q=typing')).items.every(({ by }) => by.name === 'Typing Clerk')).toBe(true)
    expect((await list(judge, `?q=typing&pageSize=1&page=2`)).items).toHaveLength(1)
  })

  test('is read by members who sign', async () => {
    for (const [by, status] of [
      [cast.judge, 200],
      [cast.admin, 200],
      [cast.clerk, 403],
      [cast.supervisor, 403],
      [cast.writer, 403],
    ] as const)
      expect((await by.http.get('/api/warrants/lookups')).statusCode).toBe(status)
  })

  test("has entries that are neither in a department's log nor in an owner's, even by someone on duty", async () => {
    await w.reports.set(ownersSeeLookups, true)
    const owner = await w.civilian()
    const owned = await w.character(owner, { name: 'Olga Owned' })
    const both = await w.officer({ department: 'SAHP' })
    await sql`insert into user_roles (user_id, role_id) select ${both.userId}, id from roles where name = 'Legal Services'`.execute(t.db)
    await sql`update users set access_version = access_version + 1 where id = ${both.userId}`.execute(t.db)
    const draftId = await startDraft(both)
    const looked = await lookUp(both, { draftId }, { by: 'character', characterId: owned })
    expect(looked.statusCode, looked.body).toBe(200)
    const log = async () => (await cast.supervisor.http.get(`/api/lookups/log/4?userId=${both.userId}`)).json<PageOf<LookupLogEntry>>()
    const own = async () => (await owner.http.get(`/api/characters/${owned}/lookups`)).json<PageOf<OwnLookup>>()
    expect(await log()).toMatchObject({ items: [], total: 0 })
    expect(await own()).toMatchObject({ items: [], total: 0 })
    await both.http.post('/api/lookups', { by: 'character', characterId: owned })
    expect(await log()).toMatchObject({ total: 1 })
    expect(await own()).toMatchObject({ items: [{ identifier: both.identifier }], total: 1 })
  })
})

describe('a report that supports a warrant', () => {
  test('is read by legal staff who may know of the warrant, and logged with it', async () => {
    const report = await w.reports.submitted(cast.writer, { kind: 'arrest' }, { narrative: 'Saw it all.' })
    const other = await w.reports.submitted(cast.writer, { kind: 'arrest' })
    const warrantId = await rows.insert({ ...signed(), reports: [report.reportId] })
    const read = (by: By, id: number, reportId: number) => by.http.get(`/api/warrants/${id}/reports/${reportId}`)
    expect((await read(cast.clerk, warrantId, report.reportId)).json()).toMatchObject({
      reportId: report.reportId,
      number: report.number,
      content: { narrative: 'Saw it all.' },
    })
    expect((await read(cast.clerk, warrantId, other.reportId)).statusCode).toBe(404)
    expect((await read(cast.unnamed, warrantId, report.reportId)).statusCode).toBe(403)
    expect(await list(cast.judge, `?warrantId=${warrantId}`)).toMatchObject({
      items: [{ kind: 'report', query: report.number, by: { name: 'Clara Clerk' } }],
      total: 1,
    })
    const kept = await rows.insert({ ...confidential(cast), reports: [report.reportId] })
    const { clerk, reviewer, judge, admin } = cast
    const knowing = await whoGets(
      { clerk, reviewer, judge, admin },
      async (by) => (await read(by, kept, report.reportId)).statusCode === 200,
    )
    expect(knowing).toEqual(['reviewer', 'judge', 'admin'])
  })

  test('is never a medical one', async () => {
    const medic = await w.officer({ department: 'FIRE' })
    const report = await w.reports.submitted(medic, { kind: 'patient' })
    const warrantId = await rows.insert({ ...signed(), reports: [report.reportId] })
    expect((await cast.judge.http.get(`/api/warrants/${warrantId}/reports/${report.reportId}`)).statusCode).toBe(404)
  })
})
