import type { WarrantDraft, WarrantSummary } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { watchRoom } from '../../../../testing/test-room.ts'
import { castOf, confidential, warrantRowsOf, type Cast } from '../../../../testing/test-warrant-cast.ts'
import { warrantsOf } from '../../../../testing/test-warrants.ts'
import { membersWhoMayKnow, unitsToTell } from '../tell/warrants.recipients.ts'
import { alertsFor } from '../warrants.port.ts'
import { readWarrant } from './warrants.rows.ts'

let t: TestPortal
let w: ReturnType<typeof warrantsOf>
let rows: ReturnType<typeof warrantRowsOf>
let cast: Cast
beforeAll(async () => {
  t = await startTestPortal()
  w = warrantsOf(t)
  rows = warrantRowsOf(t)
  cast = await castOf(t)
})
afterAll(() => t.close())

const KNOWERS = ['judge', 'reviewer', 'admin', 'ofDepartment', 'named'] as const
const LEGAL = ['judge', 'reviewer', 'clerk', 'admin'] as const
const DOORS = ['take', 'pass', 'return', 'sign', 'deny', 'recall', 'serve'] as const
const UNKNOWN = 999_999
type Name = (typeof KNOWERS)[number] | (typeof LEGAL)[number]

/** A warrant about the member's own character, written by another member, that they would know of if it were about someone else. */
async function about(name: Name, over: Partial<Parameters<typeof rows.insert>[0]>) {
  const [me, other] = [cast[name], cast[name === 'judge' ? 'reviewer' : 'judge']]
  const characterId = await w.character(me)
  const subject = { subjectName: `Own ${name} ${over.state}`, characterId }
  return { me, other, ...subject, warrantId: await rows.insert({ ...confidential(cast), ...subject, ...over }) }
}

/** Expects every endpoint to answer the member as for a warrant that does not exist. */
async function expectUnknown({ me, other, warrantId, characterId, subjectName }: Awaited<ReturnType<typeof about>>, tab: string) {
  const seen = async (id: number, path: string, body?: object) => {
    const address = `/api/warrants/${id}${path}`
    const response = await (body ? me.http.post(address, body) : me.http.get(address))
    return { status: response.statusCode, ...response.json<object>(), requestId: '' }
  }
  const body = { version: 1, reason: 'x', bail: null, isConfidential: true, servedAt: new Date().toISOString(), location: 'x', text: 'x' }
  for (const path of ['', '/reports/1']) expect(await seen(warrantId, path), path).toEqual(await seen(UNKNOWN, path))
  for (const door of DOORS) expect(await seen(warrantId, `/${door}`, body), door).toEqual(await seen(UNKNOWN, `/${door}`, body))
  for (const list of [`/api/warrants?tab=${tab}&`, '/api/warrants/active?', '/api/warrants/lookups?']) {
    const found = await me.http.get(`${list}q=${encodeURIComponent(subjectName)}`)
    expect(found.body, list).not.toContain(subjectName)
  }
  const viewer = { userId: me.userId, maySign: true, isInGame: false }
  expect(await alertsFor(t.db, { characterIds: [characterId], vehicleIds: [] }, viewer)).toEqual([])
  await t.db.transaction().execute(async (tx) => {
    expect((await membersWhoMayKnow(tx, await readWarrant(tx, warrantId))).map(({ userId }) => userId)).not.toContain(me.userId)
    expect(await unitsToTell(tx, { id: warrantId, is_confidential: true })).not.toContain(me.userId)
  })
  expect((await other.http.get(`/api/warrants/${warrantId}`)).statusCode, 'another member knows of it').toBe(200)
}

test.each(KNOWERS)('a confidential warrant about a character of the %s is unknown to them', async (name) => {
  await expectUnknown(await about(name, { state: 'active' }), 'active')
  await expectUnknown(await about(name, { state: 'expired' }), 'closed')
})

/** An unsigned warrant whose writer asks for it to be confidential. */
const ASKED = { isConfidential: false, content: { isConfidential: true }, departments: [], members: [], reviewers: [] }

test.each(LEGAL)('before it is signed, a warrant that is to be confidential is unknown to the %s it is about', async (name) => {
  const { http } = cast[name]
  for (const state of ['submitted', 'review', 'returned', 'denied'] as const) {
    const before = (await http.get('/api/warrants/counts')).json<object>()
    const mine = await about(name, { ...ASKED, state, reviewerId: state === 'review' ? cast.reviewer.userId : null })
    const tab = state === 'denied' ? 'closed' : 'others'
    await expectUnknown(mine, tab)
    await expectUnknown(mine, 'mine')
    expect((await http.get('/api/warrants/counts')).json(), state).toEqual(before)
    const query = `kind=person&q=Own&warrantId=${mine.warrantId}`
    expect((await http.get(`/api/warrants/lookups/search?${query}`)).statusCode, 'nothing can be looked up for it either').toBe(404)
  }
})

test('legal staff reads a warrant about their own character that is not to be confidential, and a confidential one about another’s', async () => {
  const open = await about('clerk', { ...ASKED, state: 'submitted', content: {} })
  const others = await about('judge', { ...ASKED, state: 'submitted' })
  for (const { warrantId } of [open, others]) expect((await cast.clerk.http.get(`/api/warrants/${warrantId}`)).statusCode).toBe(200)
})

test('the signer whom a draft is about does not see lookups for it if it is to be confidential', async () => {
  const characterId = await w.character(cast.judge)
  const draft = await w.complete(cast.reviewer, { characterId }, { isConfidential: true })
  const seen = async (by: { http: Cast['judge']['http'] }) =>
    (await by.http.get('/api/warrants/lookups?pageSize=100')).json<{ items: { query: string; by: { userId: number } }[] }>()
  const ofDraft = async (by: Cast['judge']) => (await seen(by)).items.filter((item) => item.by.userId === cast.reviewer.userId).length
  expect(await ofDraft(cast.admin)).toBe(1)
  expect(await ofDraft(cast.judge)).toBe(0)
  expect((await w.submit(cast.reviewer, draft)).statusCode).toBe(200)
  expect(await ofDraft(cast.admin)).toBe(1)
  expect(await ofDraft(cast.judge)).toBe(0)
})

test('a confidential warrant about a vehicle is unknown to the member who owns it, and its writer still reads it', async () => {
  const characterId = await w.character(cast.judge)
  const { id } = await t.db
    .insertInto('vehicles')
    .values({ plate: 'KEPT1', vin: 'VINKEPT1', model: 'Sultan', character_id: characterId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const warrantId = await rows.insert({ ...confidential(cast), type: 'search', vehicleId: id })
  expect((await cast.judge.http.get(`/api/warrants/${warrantId}`)).statusCode).toBe(404)
  expect((await cast.writer.http.get(`/api/warrants/${warrantId}`)).statusCode).toBe(200)
})

test('sockets, notices and Discord tell the member nothing of a warrant about them until it is signed without being confidential', async () => {
  const judge = cast.judge
  const characterId = await w.character(judge)
  const [all, own, other] = [
    await watchRoom(t, judge.token, 'warrants', {}),
    await watchRoom(t, judge.token, 'own-warrants', { userId: judge.userId }),
    await watchRoom(t, cast.clerk.token, 'own-warrants', { userId: cast.clerk.userId }),
  ]
  await t.db
    .insertInto('discord_log_groups')
    .values({ name: 'warrants', actions: [] })
    .onConflict((clash) => clash.doNothing())
    .execute()
  /** Notices to the member, lines for Discord, and entries of the audit log. */
  const notices = async () => [
    (await t.db.selectFrom('notices').select('id').where('user_id', '=', judge.userId).execute()).length,
    (await t.db.selectFrom('discord_lines').select('id').execute()).length,
    (await t.db.selectFrom('audit').select('id').where('action', 'like', '%warrant%').execute()).length,
  ]
  const before = await notices()
  const act = async (by: Cast['judge'], { warrantId, version }: WarrantSummary, name: string, body: object = {}) => {
    const response = await by.http.post(`/api/warrants/${warrantId}/${name}`, { version, ...body })
    expect(response.statusCode, response.body).toBe(200)
    return response.json<WarrantSummary>()
  }
  const submitted = await w.submitted(cast.writer, { characterId }, { isConfidential: true })
  const returned = await act(cast.admin, submitted, 'return', { reason: 'Name the street' })
  const draft = (await w.change(cast.writer, returned.warrantId)).json<WarrantDraft>()
  const again = (await w.submit(cast.writer, draft)).json<WarrantSummary>()
  const taken = await act(cast.reviewer, again, 'take')
  expect([await all.received(), await own.received()]).toEqual([[], []])
  expect(await notices()).toEqual(before)
  expect((await other.received()).map(({ event }) => event)).toEqual(Array.from({ length: 4 }, () => 'confidential.saved'))

  await act(cast.admin, taken, 'sign', { bail: null, isConfidential: false })
  expect((await all.received()).map(({ event }) => event)).toEqual(['warrant.saved'])
  expect((await other.received()).map(({ event }) => event)).toEqual(['confidential.left'])
  expect((await judge.http.get(`/api/warrants/${taken.warrantId}`)).statusCode).toBe(200)
})

test('signed as confidential, it leaves the pages of those who may no longer know of it, and its subject still hears nothing', async () => {
  const characterId = await w.character(cast.reviewer)
  const submitted = await w.submitted(cast.writer, { characterId }, { isConfidential: true })
  const [subject, clerk, judge] = [
    await watchRoom(t, cast.reviewer.token, 'own-warrants', { userId: cast.reviewer.userId }),
    await watchRoom(t, cast.clerk.token, 'own-warrants', { userId: cast.clerk.userId }),
    await watchRoom(t, cast.judge.token, 'own-warrants', { userId: cast.judge.userId }),
  ]
  const body = { version: submitted.version, bail: null, isConfidential: true, servedBy: { departmentIds: [2], userIds: [] } }
  expect((await cast.judge.http.post(`/api/warrants/${submitted.warrantId}/sign`, body)).statusCode).toBe(200)
  expect(await subject.received()).toEqual([])
  expect((await clerk.received()).map(({ event }) => event)).toEqual(['confidential.left'])
  expect(await judge.received()).toMatchObject([{ event: 'confidential.saved', payload: { was: { state: 'submitted' } } }])
})
