import { UNIT_STATUS, type BridgeCall } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { createWorld } from './simulation.world.ts'

const MEMBERS = ['a', 'b'].map((letter, index) => ({
  name: `Unit ${letter}`,
  steam: `f0000000000000${index + 1}`,
  departmentId: 2,
  identifier: `SIM-${index + 1}`,
}))
const [FIRST] = MEMBERS.map(({ steam }) => steam) as [string, string]
const call = (callId: number, over: Partial<BridgeCall> = {}): BridgeCall => ({
  callId,
  priority: 2,
  title: '',
  narrative: '',
  location: '',
  postal: '',
  x: 0,
  y: 0,
  ...over,
})
const unit = (status: number | null, callId: number | null = null) => ({ steam: FIRST, identifier: 'SIM-1', unitClass: 0, status, callId })

/** Runs the world second by second; returns what was said by the units, with the second. */
function open() {
  const world = createWorld(MEMBERS, 0)
  let second = 0
  const run = (seconds: number) =>
    Array.from({ length: seconds }).flatMap(() => {
      second += 1
      return world.step(second * 1000).events.map(({ kind, player, payload }) => ({ second, kind, source: player.source, payload }))
    })
  return { world, run }
}

test('units go on duty once, and are not repeated while the answer is under way', () => {
  const { run } = open()
  const said = run(4).filter(({ kind }) => kind === 'duty-on')
  expect(said).toEqual([
    { second: 1, kind: 'duty-on', source: 2, payload: { departmentId: 2, identifier: 'SIM-1', type: 1 } },
    { second: 1, kind: 'duty-on', source: 3, payload: { departmentId: 2, identifier: 'SIM-2', type: 1 } },
  ])
})

test('a unit that is sent to a call drives there, says that it is on scene, works, clears the call and is in service again', () => {
  const { world, run } = open()
  world.greeted([unit(UNIT_STATUS.inService)], [])
  const start = world.step(500).positions.get(2)!
  world.assigned(FIRST, call(1001, { x: start.x + 450, y: start.y }))
  world.unitChanged(unit(UNIT_STATUS.enRoute, 1001))
  const ofFirst = (seconds: number) => run(seconds).filter(({ source }) => source === 2)
  expect(ofFirst(14).map(({ kind, payload }) => [kind, payload])).toEqual([['status', { status: UNIT_STATUS.onScene }]])
  world.unitChanged(unit(UNIT_STATUS.onScene, 1001))
  expect(Math.hypot(world.step(16_000).positions.get(2)!.x - start.x - 450)).toBeLessThan(60)
  expect(ofFirst(45).map(({ kind }) => kind)).toContain('call-cleared')
  world.unitChanged(unit(UNIT_STATUS.onScene, null))
  expect(ofFirst(10)).toContainEqual(expect.objectContaining({ kind: 'status', payload: { status: UNIT_STATUS.inService } }))
})

test('there are two open calls of the simulation at most', () => {
  const { world, run } = open()
  const calls = (seconds: number) => run(seconds).filter(({ kind }) => kind === 'call-911').length
  expect(calls(11)).toBe(1)
  world.callOpened(1)
  expect(calls(121)).toBe(1)
  world.callOpened(2)
  expect(calls(600)).toBe(0)
  world.callCleared(1)
  expect(calls(2)).toBe(1)
})

test('after a new connection everything is as the portal says', () => {
  const { world, run } = open()
  world.greeted([unit(UNIT_STATUS.onScene, 1001)], [call(1001, { x: null, y: null })])
  const first = run(50).filter(({ source }) => source === 2)
  expect(first.map(({ kind }) => kind)).toContain('call-cleared')
  expect(first.map(({ kind }) => kind)).not.toContain('duty-on')
})
