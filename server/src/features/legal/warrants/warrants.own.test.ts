import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { castOf, confidential, warrantRowsOf, type Cast } from '../../../testing/test-warrant-cast.ts'
import { warrantsOf } from '../../../testing/test-warrants.ts'
import { knowersOf, unitsToTell } from './warrants.listeners.ts'
import { alertsFor } from './warrants.port.ts'

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
const DOORS = ['take', 'pass', 'return', 'sign', 'deny', 'recall', 'serve'] as const
const UNKNOWN = 999_999

/** Written by another, for those who would know of it if it were about someone else. */
async function about(name: (typeof KNOWERS)[number], state: 'active' | 'expired') {
  const [me, other] = [cast[name], cast[name === 'judge' ? 'reviewer' : 'judge']]
  const characterId = await w.character(me)
  const subject = { subjectName: `Own ${name} ${state}`, characterId }
  return { me, other, ...subject, warrantId: await rows.insert({ ...confidential(cast), ...subject, state }) }
}

test.each(KNOWERS)('a confidential warrant about a character of the %s is unknown to them', async (name) => {
  for (const state of ['active', 'expired'] as const) {
    const { me, other, warrantId, characterId, subjectName } = await about(name, state)
    const seen = async (id: number, path: string, body?: object) => {
      const address = `/api/warrants/${id}${path}`
      const response = await (body ? me.http.post(address, body) : me.http.get(address))
      return { status: response.statusCode, ...response.json<object>(), requestId: '' }
    }
    const body = { version: 1, reason: 'x', bail: null, isConfidential: true, servedAt: new Date().toISOString(), location: 'x', text: 'x' }
    expect(await seen(warrantId, '')).toEqual(await seen(UNKNOWN, ''))
    for (const door of DOORS) expect(await seen(warrantId, `/${door}`, body), door).toEqual(await seen(UNKNOWN, `/${door}`, body))
    for (const list of [`/api/warrants?tab=${state === 'active' ? 'active' : 'closed'}&`, '/api/warrants/active?']) {
      const found = await me.http.get(`${list}q=${encodeURIComponent(subjectName)}`)
      expect(found.body, list).not.toContain(subjectName)
    }
    const viewer = { userId: me.userId, maySign: true, isInGame: false }
    expect(await alertsFor(t.db, { characterIds: [characterId], vehicleIds: [] }, viewer)).toEqual([])
    await t.db.transaction().execute(async (tx) => {
      expect((await knowersOf(tx, warrantId)).map(({ userId }) => userId)).not.toContain(me.userId)
      expect(await unitsToTell(tx, { id: warrantId, is_confidential: true })).not.toContain(me.userId)
    })
    expect((await other.http.get(`/api/warrants/${warrantId}`)).statusCode, 'another knows of it').toBe(200)
  }
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
