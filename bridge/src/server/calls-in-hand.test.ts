import type { BridgeCall, BridgeUnit } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GameCall, Notice } from '../net.ts'
import { ENGLISH } from '../texts.ts'
import { createCallsInHand } from './calls-in-hand.ts'
import { forget, remember } from './players.ts'
import { createUnits } from './units.ts'

const PLAYERS = ['1', '2', '3']
const call = (callId: number, over: Partial<BridgeCall> = {}): BridgeCall => ({
  callId,
  priority: 2,
  title: 'Fire',
  narrative: '',
  location: 'Elgin Ave',
  postal: '301',
  x: 1,
  y: 2,
  ...over,
})
const unit = (source: number, over: Partial<BridgeUnit> = {}): BridgeUnit => ({
  source,
  steam: null,
  identifier: `4L${source}`,
  unitClass: 1,
  status: 3,
  callId: null,
  ...over,
})

const sent: { source: string; calls: GameCall[] }[] = []
beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('getPlayerIdentifiers', (source: string) => [`license:${source}`])
  vi.stubGlobal('emitNet', (_event: string, source: string, calls: GameCall[]) => void sent.push({ source, calls }))
  PLAYERS.forEach(remember)
})
afterEach(() => {
  PLAYERS.forEach(forget)
  vi.unstubAllGlobals()
})

function setUp(attach = 'attach') {
  const notify = vi.fn<(source: string, notice: Notice) => void>()
  const units = createUnits(() => inHand.unitsChanged())
  const inHand = createCallsInHand({ units, notify, texts: ENGLISH, takeHint: 'Y takes it.', attach })
  for (const source of [1, 2]) units.save(unit(source))
  const shown = (source: number) =>
    sent.findLast((each) => each.source === String(source))?.calls.map(({ callId, isOwn }) => [callId, isOwn])
  return { inHand, units, notify, shown }
}

test('a call that waited before the player came on duty is on the map and can be taken, without a notice', () => {
  const { inHand, notify, shown } = setUp()
  inHand.offered({ call: call(7), to: [1], isWaiting: true })
  expect([notify.mock.calls, shown(1), inHand.toTake('1')]).toEqual([[], [[7, false]], { callId: 7 }])
})

test('a call is offered to the players named, if they are on duty, and the last one offered is taken first', () => {
  const { inHand, notify, shown } = setUp()
  inHand.offered({ call: call(7), to: [1, 3, 99] })
  inHand.offered({ call: call(8, { x: null, y: null, location: '', postal: '', narrative: 'Somewhere' }), to: [1, 2] })
  expect(notify.mock.calls).toEqual([
    ['1', { title: 'New call 7: Fire', text: 'Elgin Ave, postal 301\nY takes it.', tone: 'call' }],
    ['1', { title: 'New call 8: Fire', text: 'Somewhere\nY takes it.', tone: 'call' }],
    ['2', { title: 'New call 8: Fire', text: 'Somewhere\nY takes it.', tone: 'call' }],
  ])
  expect([shown(1), shown(2), shown(3)], 'a call without a place is not on the map').toEqual([[[7, false]], undefined, undefined])
  expect([inHand.toTake('1'), inHand.toTake('2'), inHand.toTake('3')]).toEqual([
    { callId: 8 },
    { callId: 8 },
    { problem: 'There is no call to take.' },
  ])
})

test('a player learns who took a call, or that it was cleared, and how to go there too', () => {
  const { inHand, shown } = setUp()
  inHand.offered({ call: call(7), to: [1, 2] })
  inHand.withdrawn({ callId: 7, by: '4L2' })
  expect(shown(1)).toEqual([])
  expect(inHand.toTake('1')).toEqual({ problem: '4L2 took call 7. /attach 7 goes there too.' })
  inHand.offered({ call: call(8), to: [1] })
  inHand.cleared(8)
  expect(inHand.toTake('1')).toEqual({ problem: 'Call 8 was cleared.' })
  const other = setUp('')
  other.inHand.offered({ call: call(7), to: [1] })
  other.inHand.withdrawn({ callId: 7, by: '4L2' })
  expect(other.inHand.toTake('1')).toEqual({ problem: '4L2 took call 7.' })
})

test('the way to a call is shown while the unit is on it, wherever it moves to, and no longer', () => {
  const { inHand, units, shown } = setUp()
  inHand.offered({ call: call(7), to: [1, 2] })
  units.save(unit(1, { callId: 7, status: 5 }))
  inHand.assigned('1', call(7), false)
  expect([shown(1), shown(2)]).toEqual([[[7, true]], [[7, false]]])
  inHand.changed(call(7, { x: 99 }))
  expect(sent.slice(-2).map(({ calls }) => calls[0]?.x)).toEqual([99, 99])
  units.save(unit(1))
  expect(shown(1), 'released, and the call is still to be taken').toEqual([[7, false]])
  units.save(unit(2, { status: null }))
  expect(shown(2), 'off duty').toEqual([])
  inHand.cleared(7)
  expect(shown(1)).toEqual([])
})

test('after a reconnection only what the portal knows now is shown, without notices', () => {
  const { inHand, units, notify, shown } = setUp()
  inHand.offered({ call: call(7), to: [1] })
  inHand.offered({ call: call(8), to: [1] })
  notify.mockClear()
  units.replace([unit(1), unit(2, { callId: 9, status: 5 })])
  inHand.replace([call(9)], [{ call: call(8), to: [1] }])
  expect([shown(1), shown(2), notify.mock.calls.length]).toEqual([[[8, false]], [[9, true]], 0])
  expect(inHand.toTake('1')).toEqual({ callId: 8 })
  inHand.replace([], [])
  expect([shown(1), inHand.toTake('1')]).toEqual([[], { problem: 'There is no call to take.' }])
})

test('a client that starts again is sent its calls again, and nobody is sent the same twice', () => {
  const { inHand, units } = setUp()
  inHand.offered({ call: call(7), to: [1, 2] })
  const before = sent.length
  units.save(unit(1))
  inHand.changed(call(7))
  expect(sent.length).toBe(before)
  inHand.ready('1')
  expect(sent.slice(before)).toEqual([{ source: '1', calls: [expect.objectContaining({ callId: 7 })] }])
})
