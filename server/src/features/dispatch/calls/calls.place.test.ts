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

test('a call without a position is where its postal is, in whatever case that is written', async () => {
  expect(at(await d.call(dana, { postal: '8020' }))).toEqual([100, -200])
  expect(at(await d.call(dana, { postal: ' b7 ' }))).toEqual([7, 7])
})

test('where it was said to be counts for more than its postal', async () => {
  expect(at(await d.call(dana, { postal: '8020', x: 1, y: 2 }))).toEqual([1, 2])
})

test('a postal that the list does not have, or another server’s has, is nowhere', async () => {
  expect(at(await d.call(dana, { postal: '802' }))).toEqual([null, null])
  expect(at(await d.call(dana, { postal: '' }))).toEqual([null, null])
  const { serverId } = (await (await t.as('admin')).post('/api/patrol/server', { name: 'Elsewhere' })).json<{ serverId: number }>()
  const officer = await d.onDuty({ serverId })
  expect(at(await d.call(officer, { serverId, postal: '8020' }))).toEqual([null, null])
})

test('what a civilian reports is placed too', async () => {
  const civilian = await d.onDuty({ department: 'CIV', name: 'Tess' })
  const { callId } = await d.call(civilian, { callTypeId: 1, postal: '8021', source: '911' })
  expect(at((await dana.http.get(`/api/cad/call/${callId}`)).json<Call>())).toEqual([300, -400])
})

test('another postal is another place, and the log says that it changed', async () => {
  const call = await d.call(dana, { postal: '8020' })
  const moved = await edit(call, { postal: '8021' })
  expect(at(moved)).toEqual([300, -400])
  expect(await d.texts(dana, call.callId)).toEqual(expect.arrayContaining(['Postal: 8021', 'Position changed']))
  expect(at(await edit(moved, { postal: 'nowhere' }))).toEqual([null, null])
})

test('a postal given later places a call that was nowhere, and leaves one that was somewhere where it is', async () => {
  expect(at(await edit(await d.call(dana), { postal: '8020' }))).toEqual([100, -200])
  expect(at(await edit(await d.call(dana, { x: 1, y: 2 }), { postal: '8020' }))).toEqual([1, 2])
})

test('an edit that says where the call is, or nothing about its postal, is left alone', async () => {
  const call = await d.call(dana, { postal: '8020' })
  expect(at(await edit(call, { postal: '8021', x: 5, y: 6 }))).toEqual([5, 6])
  expect(at(await edit(await d.call(dana, { postal: 'x', x: 1, y: 2 }), { postal: 'y' }))).toEqual([1, 2])
  expect(at(await edit(await d.call(dana, { postal: '8020', x: 1, y: 2 }), { title: 'Other' }))).toEqual([1, 2])
})
