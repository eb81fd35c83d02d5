import type { Call } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dispatchOf, type Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
let dana: Member
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
  dana = await d.onDuty({ department: 'COMM', name: 'Dana' })
  const postals = [
    { code: '8020', x: 100, y: -200 },
    { code: '8021', x: 300, y: -400 },
    { code: 'B7', x: 7, y: 7 },
  ]
  const saved = await (await t.as('admin')).put('/api/servers/1/map/postals', { postals, version: 0 })
  expect(saved.statusCode).toBe(200)
})
afterAll(() => t.close())

const at = ({ x, y }: Pick<Call, 'x' | 'y'>) => [x, y]
const edit = async (call: Call, by: object): Promise<Call> => {
  const { title, narrative, location, postal, x, y, caller, channel, version } = call
  const words = { title, narrative, location, postal, x, y, caller, channel, version }
  const response = await dana.http.put(`/api/cad/call/${call.callId}`, { ...words, ...by })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<Call>()
}

test('a call without a position gets that of its postal, ignoring case', async () => {
  expect(at(await d.call(dana, { postal: '8020' }))).toEqual([100, -200])
  expect(at(await d.call(dana, { postal: ' b7 ' }))).toEqual([7, 7])
})

test.each([{ postal: 'p 8020' }, { location: 'postal 8020' }, { location: 'p 8020' }, { location: '8020' }])(
  'a postal is found with its word before it, wherever it is typed: %j',
  async (place) => expect(at(await d.call(dana, { location: '', postal: '', ...place }))).toEqual([100, -200]),
)

test('a given position takes precedence over the postal', async () => {
  expect(at(await d.call(dana, { postal: '8020', x: 1, y: 2 }))).toEqual([1, 2])
})

test('a postal that is not on this server’s list gives no position', async () => {
  expect(at(await d.call(dana, { location: '', postal: '802' }))).toEqual([null, null])
  expect(at(await d.call(dana, { location: '', postal: '' }))).toEqual([null, null])
  const { serverId } = (await (await t.as('admin')).post('/api/patrol/server', { name: 'Elsewhere' })).json<{ serverId: number }>()
  const officer = await d.onDuty({ serverId })
  expect(at(await d.call(officer, { serverId, location: '', postal: '8020' }))).toEqual([null, null])
})

test("a civilian's call is placed too", async () => {
  const civilian = await d.onDuty({ department: 'CIV', name: 'Tess' })
  const { callId } = await d.call(civilian, { callTypeId: 1, postal: '8021', source: '911' })
  expect(at((await dana.http.get(`/api/cad/call/${callId}`)).json<Call>())).toEqual([300, -400])
})

test('another postal moves the call, and the log says so', async () => {
  const call = await d.call(dana, { location: '', postal: '8020' })
  const moved = await edit(call, { postal: '8021' })
  expect(at(moved)).toEqual([300, -400])
  expect(await d.texts(dana, call.callId)).toEqual(expect.arrayContaining(['Postal: 8021', 'Position changed']))
  expect(at(await edit(moved, { postal: 'nowhere' }))).toEqual([null, null])
})

test('a postal that is added later places a call without a position, and does not move one with a position', async () => {
  expect(at(await edit(await d.call(dana, { location: '' }), { postal: '8020' }))).toEqual([100, -200])
  expect(at(await edit(await d.call(dana, { x: 1, y: 2 }), { postal: '8020' }))).toEqual([1, 2])
})

test('an edit that gives a position, or leaves the postal alone, does not move the call by its postal', async () => {
  const call = await d.call(dana, { postal: '8020' })
  expect(at(await edit(call, { postal: '8021', x: 5, y: 6 }))).toEqual([5, 6])
  expect(at(await edit(await d.call(dana, { postal: 'x', x: 1, y: 2 }), { postal: 'y' }))).toEqual([1, 2])
  expect(at(await edit(await d.call(dana, { postal: '8020', x: 1, y: 2 }), { title: 'Other' }))).toEqual([1, 2])
})

test.each([
  ['Forum Dr / Strawberry Ave', [26, -1490]],
  ['Del Pero Pier', [-1760, -1170]],
  ['behind the shop, 8021', [300, -400]],
  ['8020', [100, -200]],
  ['the house with the red door', [null, null]],
])('%s: a typed place gives a position', async (location, position) => {
  expect(at(await d.call(dana, { location }))).toEqual(position)
})

test('the postal takes precedence over the location, and a postal of another server is ignored', async () => {
  expect(at(await d.call(dana, { location: 'Del Perro Pier', postal: '8020' }))).toEqual([100, -200])
  expect(at(await d.call(dana, { location: 'Del Perro Pier', postal: '802' }))).toEqual([-1760, -1170])
  expect(at(await d.call(dana, { location: 'Nowhere 8022' }))).toEqual([null, null])
})

test('a crossing typed by a civilian gives a position; a given position takes precedence', async () => {
  const civilian = await d.onDuty({ department: 'CIV', name: 'Tom' })
  const report = { callTypeId: 1, source: '911', location: 'Forum Dr & Strawberry Ave' }
  const { callId } = await d.call(civilian, report)
  expect(at(await d.detail(dana, callId))).toEqual([26, -1490])
  expect(at(await d.call(dana, { ...report, x: 1, y: 2 }))).toEqual([1, 2])
})

test('another location moves the call, unless its position was given by a person or the game', async () => {
  const call = await d.call(dana, { location: 'Legion Square' })
  const moved = await edit(call, { location: 'Del Perro Pier' })
  expect(at(moved)).toEqual([-1760, -1170])
  expect(await d.texts(dana, call.callId)).toEqual(expect.arrayContaining(['Location: Del Perro Pier', 'Position changed']))
  const lost = await edit(moved, { location: 'the house with the red door' })
  expect(at(lost)).toEqual([null, null])
  expect(at(await edit(lost, { location: 'Grapeseed' }))).toEqual([1860, 4920])

  const given = await d.call(dana, { location: 'Legion Square', x: 1, y: 2 })
  const renamed = await edit(given, { location: 'Del Perro Pier' })
  expect(at(renamed)).toEqual([1, 2])
  expect(at(await edit(renamed, { postal: '8020' }))).toEqual([1, 2])
})

test('an edit without a position places the call by its texts; one that only removes the position removes it', async () => {
  const call = await d.call(dana, { location: 'Legion Square' })
  const moved = await edit(call, { location: 'Grapeseed', x: null, y: null })
  expect(at(moved)).toEqual([1860, 4920])
  expect(at(await edit(moved, { x: null, y: null }))).toEqual([null, null])
})

test('a panic button with a typed place gives a position', async () => {
  const officer = await d.onDuty({ name: 'Olga' })
  expect(at((await d.panic(officer, { location: 'Forum Dr / Strawberry Ave' })).json<Call>())).toEqual([26, -1490])
  expect(at((await d.panic(officer, { location: 'Del Perro Pier' })).json<Call>())).toEqual([-1760, -1170])
})
