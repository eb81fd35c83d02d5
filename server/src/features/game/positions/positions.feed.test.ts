import { createPositionDecoder, createPositionEncoder, type MapGroup, type Position } from '@tenfour/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFeed, createTrails } from './positions.feed.ts'
import { createGroup, type Positioned } from './positions.group.ts'

const unit = (source: number): Positioned => ({
  source,
  name: `Unit ${source}`,
  userId: source,
  unit: { identifier: `4L${source}`, unitClass: 1 },
})
const player = (source: number): Positioned => ({ source, name: `Player ${source}`, userId: null, unit: null })
const at = (x: number): Position => ({ x, y: 0, heading: 0 })

beforeEach(() => void vi.useFakeTimers({ now: 1_790_000_000_000 }))
afterEach(() => void vi.useRealTimers())

function setUp() {
  const wanted = new Set<MapGroup>(['units', 'all'])
  const frames: [MapGroup, Uint8Array][] = []
  const sendRoster = vi.fn()
  const feed = createFeed({ isWanted: (group) => wanted.has(group), sendFrame: (...sent) => void frames.push(sent), sendRoster })
  const encoder = createPositionEncoder()
  feed.open()
  feed.ingest(encoder.key())
  const drive = (positions: Record<number, number>) =>
    feed.ingest(encoder.delta(new Map(Object.entries(positions).map(([source, x]) => [Number(source), at(x)])), Date.now()))
  return { feed, wanted, frames, sendRoster, drive, encoder }
}

describe('a group', () => {
  test('reuses a slot only after a frame has reported it as free', () => {
    const group = createGroup('units')
    group.setPlayers([unit(1), unit(2)])
    const [first] = [group.slotOf(1)]
    group.frame(() => at(1), 0)
    expect(group.setPlayers([unit(2), unit(3)])).toMatchObject({ saved: [{ userId: 3 }], left: [first] })
    expect(group.slotOf(3)).not.toBe(first)
    group.frame(() => at(1), 0)
    group.setPlayers([unit(2), unit(3), unit(4)])
    expect(group.slotOf(4)).toBe(first)
  })

  test('sends no frame without changes, and contains only the players it may show', () => {
    const group = createGroup('units')
    expect(group.setPlayers([unit(1), player(2)])?.saved).toHaveLength(1)
    expect(group.setPlayers([unit(1), player(2), player(3)])).toBeUndefined()
    expect(group.slotOf(2)).toBeUndefined()
    expect(createGroup('all').setPlayers([unit(1), player(2)])?.saved).toHaveLength(2)
  })
})

describe('a feed', () => {
  test('returns the positions of its units, if known, and none once the bridge has been silent for seconds', () => {
    const { feed, wanted, drive } = setUp()
    wanted.clear()
    feed.setPlayers([unit(1), player(2), unit(3)])
    drive({ 1: 100, 2: 200 })
    expect(feed.units(Date.now())).toEqual([{ userId: 1, x: 100, y: 0, heading: 0 }])
    vi.advanceTimersByTime(4000)
    expect(feed.units(Date.now())).toHaveLength(1)
    vi.advanceTimersByTime(2000)
    expect(feed.units(Date.now())).toEqual([])
    drive({ 1: 101, 3: 300 })
    expect(feed.units(Date.now()).map(({ userId, x }) => [userId, x])).toEqual([
      [1, 101],
      [3, 300],
    ])
    feed.open()
    expect(feed.units(Date.now())).toEqual([])
  })

  test('sends frames that arrive four times a second at once, even if unevenly', () => {
    const { feed, frames, drive } = setUp()
    feed.setPlayers([unit(1), player(2)])
    vi.advanceTimersByTime(1000)
    for (let step = 1; step <= 20; step += 1) {
      frames.length = 0
      drive({ 1: step * 10, 2: step * 10 })
      expect(
        frames.map(([group]) => group),
        `step ${step}`,
      ).toEqual(['units', 'all'])
      vi.advanceTimersByTime(step % 2 ? 150 : 350)
    }
  })

  test('sends at most four frames a second, always the latest', () => {
    const { feed, frames, drive, wanted } = setUp()
    wanted.delete('all')
    feed.setPlayers([unit(1)])
    vi.advanceTimersByTime(1000)
    const decoder = createPositionDecoder()
    decoder.decode(feed.state('units').keyFrame)
    frames.length = 0
    for (let step = 1; step <= 400; step += 1) {
      drive({ 1: step })
      vi.advanceTimersByTime(25)
    }
    vi.advanceTimersByTime(500)
    expect(frames.length).toBeGreaterThanOrEqual(39)
    expect(frames.length).toBeLessThanOrEqual(43)
    for (const [, frame] of frames) expect(decoder.decode(frame).kind).toBe('delta')
    expect(decoder.get(0)).toEqual(at(400))
  })

  test('encodes nothing for a group without followers, and sends the full state to the next one', () => {
    const { feed, frames, drive, wanted } = setUp()
    wanted.delete('units')
    frames.length = 0
    feed.setPlayers([unit(1)])
    for (let step = 0; step < 20; step += 1) {
      drive({ 1: step * 10 })
      vi.advanceTimersByTime(250)
    }
    expect(frames.filter(([group]) => group === 'units')).toEqual([])
    const { keyFrame, roster } = feed.state('units')
    wanted.add('units')
    const decoder = createPositionDecoder()
    decoder.decode(keyFrame)
    expect(decoder.get(roster[0]!.slot)).toEqual(at(190))
    drive({ 1: 500 })
    const sent = frames.find(([group]) => group === 'units')![1]
    expect(decoder.decode(sent).kind).toBe('delta')
    expect(decoder.get(roster[0]!.slot)).toEqual(at(500))
  })

  test('requests a key frame once a second, not for each unreadable frame', () => {
    const { feed } = setUp()
    expect(feed.ingest(new Uint8Array([9]))).toBe('ask for a key frame')
    expect(feed.ingest(new Uint8Array([9]))).toBe('wait')
    vi.advanceTimersByTime(1000)
    expect(feed.ingest(new Uint8Array([9]))).toBe('ask for a key frame')
  })

  test('keeps the players while the server counts as online, and then shows none', () => {
    const { feed, drive, sendRoster } = setUp()
    feed.setPlayers([unit(1)])
    drive({ 1: 10 })
    feed.lose()
    vi.advanceTimersByTime(29_000)
    expect(feed.state('units').roster).toHaveLength(1)
    sendRoster.mockClear()
    vi.advanceTimersByTime(2000)
    expect(feed.state('units').roster).toEqual([])
    expect(sendRoster).toHaveBeenCalledWith('units', { saved: [], left: [0] })
  })

  test('is not affected by a bridge that reconnects in time', () => {
    const { feed, drive } = setUp()
    feed.setPlayers([unit(1)])
    drive({ 1: 10 })
    feed.lose()
    vi.advanceTimersByTime(10_000)
    feed.open()
    vi.advanceTimersByTime(60_000)
    expect(feed.state('units').roster).toHaveLength(1)
  })

  test("ends a unit's trail with its duty", () => {
    const { feed, drive } = setUp()
    feed.setPlayers([unit(1)])
    for (let step = 0; step < 5; step += 1) {
      drive({ 1: step * 100 })
      vi.advanceTimersByTime(2000)
    }
    expect(feed.trails('units', [0])[0]?.points).toHaveLength(5)
    feed.setPlayers([player(1)])
    feed.setPlayers([unit(1)])
    expect(feed.trails('units', [0, 1])).toEqual([])
  })

  test('does not pass a trail on to the next player with the same number', () => {
    const { feed, drive } = setUp()
    feed.setPlayers([unit(1)])
    drive({ 1: 100 })
    expect(feed.trails('units', [0])).toHaveLength(1)
    feed.setPlayers([unit(1)])
    expect(feed.trails('units', [0]), 'the same again').toHaveLength(1)
    feed.setPlayers([{ ...unit(1), userId: 2, name: 'Unit 2' }])
    expect(feed.trails('units', [0, 1])).toEqual([])
  })
})

test('keeps trails of ten minutes, at most a point every two seconds, and none while standing still', () => {
  const trails = createTrails()
  for (let second = 0; second <= 1200; second += 0.25) trails.add(7, at(second * 10), second * 1000)
  const points = trails.get(7, 1_200_000)
  expect(points.length).toBe(301)
  expect([points[0]!.at, points.at(-1)!.at]).toEqual([600_000, 1_200_000])
  for (let second = 1200; second <= 1300; second += 1) trails.add(7, at(12_000.4), second * 1000)
  expect(trails.get(7, 1_300_000).at(-1)!.at).toBe(1_200_000)
})
