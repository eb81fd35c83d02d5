import { createPositionEncoder, type MapJoinReply, type MapToClient, type Position } from '@tenfour/contract'
import { expect, test, vi } from 'vitest'
import type { ConnectionState } from '../../../platform/realtime/connection.ts'
import type { MapChannel } from '../../../platform/realtime/realtime.ts'
import { createPortalClock, portalPositions, type PositionsFrame } from './positions-source.ts'

const AT = 1_700_000_000_000
const here = (places: Readonly<Record<number, Position>>) => new Map(Object.entries(places).map(([slot, place]) => [Number(slot), place]))
const place = (x: number): Position => ({ x, y: 0, heading: 0 })
const entry = (slot: number) => ({ slot, userId: slot, name: `Member ${slot}`, identifier: `4L${slot}`, unitClass: 1 as const })

/** A fake portal that answers with the contract's encoder. */
function setUp(refusal?: Extract<MapJoinReply, { ok: false }>) {
  const encoder = createPositionEncoder()
  encoder.delta(here({ 1: place(10), 2: place(20) }), AT)
  let state: ConnectionState = 'live'
  let listener: MapToClient | undefined
  const linkListeners = new Set<() => void>()
  const requests: string[] = []
  const reply = () =>
    refusal ?? { ok: true as const, group: 'units' as const, roster: [entry(1), entry(2)], keyFrame: encoder.key(), now: AT }
  const channel = {
    listen: (each: MapToClient) => {
      listener = each
      return () => undefined
    },
    ask: (question: string) => {
      requests.push(question)
      return Promise.resolve(question === 'map.key' ? { ok: true, keyFrame: encoder.key() } : reply())
    },
    leave: vi.fn(),
    // One fake for requests with different response types.
  } as unknown as MapChannel
  const connection = {
    get: () => state,
    subscribe: (each: () => void) => {
      linkListeners.add(each)
      return () => void linkListeners.delete(each)
    },
  }
  const frames: PositionsFrame[] = []
  const phases: string[] = []
  const rosters: number[][] = []
  const stop = portalPositions(1, { channel, connection, now: () => AT + 40 }).follow({
    onPhase: (phase) => phases.push(phase),
    onRoster: (roster) => rosters.push([...roster.keys()]),
    onFrame: (frame) => frames.push(frame),
    onReset: () => undefined,
  })
  const setConnection = (next: ConnectionState) => {
    state = next
    for (const each of linkListeners) each()
  }
  return { encoder, frames, phases, rosters, requests, setConnection, stop, channel, say: () => listener }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))
const lastChange = (frames: readonly PositionsFrame[]) => [...(frames.at(-1)?.changed ?? [])].map(([slot, { x }]) => [slot, x])

test('joined, everyone is there; then what changes comes', async () => {
  const { encoder, frames, phases, rosters, say } = setUp()
  await settled()
  expect(phases).toEqual(['loading', 'live'])
  expect(rosters).toEqual([[1, 2]])
  expect(lastChange(frames)).toEqual([
    [1, 10],
    [2, 20],
  ])
  say()?.['map.frame'](1, encoder.delta(here({ 1: place(15) }), AT + 250))
  expect(lastChange(frames)).toEqual([[1, 15]])
  expect(frames.at(-1)?.gone).toEqual([2])
  say()?.['map.frame'](2, encoder.delta(here({ 1: place(99) }), AT + 500))
  expect(lastChange(frames)).toEqual([[1, 15]])
})

test('after a missed frame everything is asked for once, and it goes on', async () => {
  const { encoder, frames, requests, say } = setUp()
  await settled()
  encoder.delta(here({ 1: place(11), 2: place(20) }), AT + 250)
  const late = encoder.delta(here({ 1: place(12), 2: place(20) }), AT + 500)
  say()?.['map.frame'](1, late)
  say()?.['map.frame'](1, late)
  await settled()
  expect(requests.filter((question) => question === 'map.key')).toHaveLength(1)
  expect(lastChange(frames)[0]).toEqual([1, 12])
  say()?.['map.frame'](1, encoder.delta(here({ 1: place(13), 2: place(20) }), AT + 750))
  expect(lastChange(frames)).toEqual([[1, 13]])
})

test('a lost connection is said, and joined again when it is back', async () => {
  const { phases, requests, setConnection } = setUp()
  await settled()
  setConnection('lost')
  expect(phases.at(-1)).toBe('lost')
  setConnection('live')
  await settled()
  expect(phases.at(-1)).toBe('live')
  expect(requests.filter((question) => question === 'map.join')).toHaveLength(2)
})

test('who may not see anyone is told, and asks no further', async () => {
  const { phases, requests, rosters } = setUp({ ok: false, code: 'forbidden', message: 'No' })
  await settled()
  expect(phases).toEqual(['loading', 'closed'])
  expect(rosters).toEqual([[]])
  expect(requests).toEqual(['map.join'])
})

test('who comes and goes is told', async () => {
  const { rosters, say, stop, channel } = setUp()
  await settled()
  say()?.['map.roster']({ serverId: 1, saved: [entry(3)], left: [1] })
  expect(rosters.at(-1)).toEqual([2, 3])
  stop()
  expect(channel.leave).toHaveBeenCalledWith(1)
})

test('how old a position is does not depend on the clock of the browser', () => {
  for (const wrongBy of [0, 7_200_000, -7_200_000]) {
    let there = AT
    const now = () => there + wrongBy
    const clock = createPortalClock(now)
    clock.set(there)
    expect(now() - clock.here(AT - 4000)).toBe(4000)
    there += 9000
    expect(now() - clock.here(AT)).toBe(9000)
  }
})

test('a message that was quicker than the answer to joining sets the clock, and nothing is ever in the future', () => {
  let now = AT + 800
  const clock = createPortalClock(() => now)
  clock.set(AT)
  now = AT + 1010
  expect(clock.here(AT + 1000)).toBe(now)
  now = AT + 2000
  expect(now - clock.here(AT + 1000)).toBe(990)
})
