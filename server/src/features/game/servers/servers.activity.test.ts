import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerActivity } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectBridge } from '../../../testing/test-bridge.ts'
import { dispatchOf } from '../../../testing/test-dispatch.ts'
import { startTestPortal, until, type TestPortal } from '../../../testing/test-portal.ts'
import { watchRoom } from '../../../testing/test-room.ts'

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
})
afterAll(() => t.close())

const watch = async () => watchRoom(t, (await t.person('member')).token, 'servers', {})
type Room = Awaited<ReturnType<typeof watch>>
const activityEvents = (room: Room) =>
  room.deltas.flatMap(({ event, payload }) => (event === 'server.activity' ? [payload as ServerActivity & { serverId: number }] : []))
const hasCounts = (room: Room, units: number, calls: number) => () => {
  const last = activityEvents(room).at(-1)
  return last?.serverId === 1 && last.unitsOnDuty === units && last.activeCalls === calls
}

test('followers of the servers receive the number of units and calls, once for changes made together', async () => {
  const room = await watch()
  expect(room.snapshot[0]).toMatchObject({ serverId: 1, unitsOnDuty: 0, activeCalls: 0 })
  const dispatcher = await d.onDuty({ department: 'COMM' })
  const officer = await d.onDuty()
  const call = await d.call(dispatcher)
  await until('counted', hasCounts(room, 2, 1))
  expect(activityEvents(room).length, 'three came').toBeLessThanOrEqual(2)

  await d.clear(dispatcher, call.callId)
  await d.status(officer, officer, 1)
  await until('gone', hasCounts(room, 1, 0))
  expect((await watch()).snapshot[0]).toMatchObject({ unitsOnDuty: 1, activeCalls: 0 })
})

test('a changed number does not count as a change of the server: the game is not sent its settings again', async () => {
  const bridge = await connectBridge(t)
  await bridge.hello()
  const room = await watch()
  const officer = await d.onDuty()
  await until('counted', () => activityEvents(room).length > 0)
  await d.status(officer, officer, 1)
  await sleep(300)
  expect(bridge.received.filter(({ message }) => message === 'settings')).toEqual([])
  bridge.socket.disconnect()
  await until('counted again', () => activityEvents(room).length > 1)
})

test('a change that affects neither number sends nothing', async () => {
  const officer = await d.onDuty()
  const room = await watch()
  await until('counted', async () => (await t.db.selectFrom('server_activity').selectAll().executeTakeFirst())?.units_on_duty === 2)
  await room.received()
  await d.status(officer, officer, 4)
  await sleep(1500)
  expect(await room.received()).toEqual([])
})

test('changes made while no portal listened are sent by the next that starts', async () => {
  const room = await watch()
  await t.db.updateTable('patrols').set({ ended_at: new Date() }).where('ended_at', 'is', null).execute()
  const other = await startTestPortal({ database: t.database })
  const row = () => t.db.selectFrom('server_activity').selectAll().where('server_id', '=', 1).executeTakeFirst()
  await until('counted', async () => (await row())?.units_on_duty === 0)
  await other.close()
  expect((await watch()).snapshot[0]).toMatchObject({ unitsOnDuty: 0 })
  room.socket.disconnect()
})
