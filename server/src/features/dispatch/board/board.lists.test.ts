import type { Call, PatrolUnit } from '@tenfour/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dispatchOf, type Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { watchRoom } from '../../../testing/test-room.ts'

let t: TestPortal
let other: TestPortal
let d: ReturnType<typeof dispatchOf>
let dispatcher: Member
let officer: Member
beforeAll(async () => {
  t = await startTestPortal()
  other = await startTestPortal({ database: t.database })
  d = dispatchOf(t)
  dispatcher = await d.onDuty({ department: 'COMM', name: 'Dana' })
  officer = await d.onDuty({ name: 'Old name' })
})
afterAll(async () => {
  await other.close()
  await t.close()
})

const unitsOn = async (portal: TestPortal): Promise<PatrolUnit[]> => (await portal.http(dispatcher.token).get('/api/patrol/units/1')).json()
const callsOn = async (portal: TestPortal): Promise<Call[]> => (await portal.http(dispatcher.token).get('/api/cad/calls/active/1')).json()

test('an unchanged list is not read again', async () => {
  await unitsOn(t)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await unitsOn(t)
    await callsOn(t)
    const texts = query.mock.calls.map(([config]) => JSON.stringify(config))
    expect(texts.filter((text) => text.includes('json_agg'))).toEqual([])
  } finally {
    query.mockRestore()
  }
})

test('changes made by one portal are in the lists of another at once', async () => {
  await Promise.all([unitsOn(other), callsOn(other)])
  const { callId } = await d.call(dispatcher)
  await d.assign(dispatcher, officer, callId)
  expect((await unitsOn(other)).find(({ userId }) => userId === officer.userId)).toMatchObject({ callId, status: 5 })
  expect((await callsOn(other)).find((call) => call.callId === callId)).toMatchObject({ status: 'active' })
  await d.clear(dispatcher, callId)
  expect((await callsOn(other)).find((call) => call.callId === callId)).toBeUndefined()
})

test('a renamed member has the new name on the board and in the lists', async () => {
  const { callId } = await d.call(officer)
  await unitsOn(t)
  const board = await watchRoom(t, dispatcher.token, 'board', { serverId: 1 })
  const before = board.snapshot.units.find(({ userId }) => userId === officer.userId)
  expect(before?.name).toBe('Old name')
  await t.db.updateTable('users').set({ name: 'New name' }).where('id', '=', officer.userId).execute()
  for (const portal of [t, other]) {
    expect((await unitsOn(portal)).find(({ userId }) => userId === officer.userId)?.name).toBe('New name')
    expect((await callsOn(portal)).find((call) => call.callId === callId)?.createdBy?.name).toBe('New name')
  }
  const again = await watchRoom(t, dispatcher.token, 'board', { serverId: 1 })
  expect(again.snapshot.units.find(({ userId }) => userId === officer.userId)?.name).toBe('New name')
})
