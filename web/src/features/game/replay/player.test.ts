import type { Track } from '@tenfour/contract'
import { expect, test, vi } from 'vitest'
import { createPlayer } from './player.ts'
import { buildCall, buildReplay, buildTrack, instant, moment } from './testing/evening.ts'
import { createTimeline } from './timeline.ts'

const calls = [buildCall({ callId: 1, createdAt: instant(60) }), buildCall({ callId: 2, createdAt: instant(600) })]
type Load = Parameters<typeof createPlayer>[0]['load']

const startPlayer = ({ load = async () => [], tracksFrom = moment(0) }: { load?: Load; tracksFrom?: number | null } = {}) =>
  createPlayer({
    timeline: createTimeline(buildReplay({ calls })),
    tracksFrom,
    load,
    isWhole: false,
    start: { at: moment(0), speed: 8, isPlaying: true },
  })
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('the head waits for the first tracks, then plays', async () => {
  const answers: ((tracks: readonly Track[]) => void)[] = []
  const player = startPlayer({ load: () => new Promise((resolve) => answers.push(resolve)) })
  player.open()
  const now = performance.now()
  player.frame(now)
  player.frame(now + 100)
  expect(player.at()).toBe(moment(0))
  expect(player.moment.get().tracks).toBe('loading')
  answers[0]?.([buildTrack(7, [[0, 1, 1]])])
  await settled()
  expect(player.moment.get().tracks).toBe('ready')
  const later = performance.now() + 1000
  player.frame(later)
  const before = player.at()
  player.frame(later + 100)
  expect(player.at() - before).toBeCloseTo(800)
})

test('where no tracks are kept it plays at once and asks for none', () => {
  const load = vi.fn<Load>(async () => [])
  const player = startPlayer({ load, tracksFrom: null })
  player.open()
  const now = performance.now() + 100
  player.frame(now)
  const before = player.at()
  player.frame(now + 100)
  expect(player.at() - before).toBeCloseTo(800)
  expect(player.moment.get().tracks).toBe('none')
  expect(load).not.toHaveBeenCalled()
})

test('of a time before the first kept track nothing is asked for, of the rest it is', async () => {
  const load = vi.fn<Load>(async () => [])
  const player = startPlayer({ load, tracksFrom: moment(700) })
  player.open()
  expect(player.moment.get().tracks).toBe('none')
  await settled()
  expect(load.mock.calls.every(([{ to }]) => to > moment(700))).toBe(true)
  player.seek(moment(800))
  await settled()
  expect(load).toHaveBeenCalled()
})

test('the page hears of the head a few times a second, not with every frame', () => {
  const player = startPlayer({ tracksFrom: null })
  player.open()
  const listener = vi.fn()
  player.moment.subscribe(listener)
  const now = performance.now() + 200
  for (let frame = 0; frame < 60; frame += 1) player.frame(now + frame * 16)
  expect(listener.mock.calls.length).toBeGreaterThan(4)
  expect(listener.mock.calls.length).toBeLessThan(12)
})

test('next call and previous call name the call they went to', () => {
  const player = startPlayer({ tracksFrom: null })
  expect(player.goToCall(1)).toBe(1)
  expect(player.at()).toBe(moment(60))
  expect(player.goToCall(1)).toBe(2)
  expect(player.goToCall(1)).toBeUndefined()
  expect(player.goToCall(-1)).toBe(1)
})

test('a seek wakes the drawing of the map, also while the player is paused', () => {
  const player = startPlayer({ tracksFrom: null })
  player.toggle()
  const wake = vi.fn()
  const stop = player.onWake(wake)
  player.seekBy(10_000)
  expect(wake).toHaveBeenCalledTimes(1)
  expect(player.moment.get()).toMatchObject({ at: moment(10), isPlaying: false })
  stop()
  player.seekBy(10_000)
  expect(wake).toHaveBeenCalledTimes(1)
})
