import { decodeTracks, encodeTrackBlock, encodeTracks } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { buildTrack, moment } from './testing/evening.ts'
import { collectTracks, placeAt, trailTo, type Placed } from './tracks.ts'

const where = (tracks: ReturnType<typeof collectTracks>, second: number): Placed | null => {
  const into = { x: 0, y: 0, heading: 0 }
  return placeAt(tracks, 7, moment(second), into) ? into : null
}

test('between two points a unit is on the way, turning the shorter way', () => {
  const tracks = collectTracks([
    [
      buildTrack(7, [
        [0, 0, 0, 350],
        [1, 10, 20, 10],
      ]),
    ],
  ])
  expect(where(tracks, 0)).toEqual({ x: 0, y: 0, heading: 350 })
  expect(where(tracks, 0.5)).toEqual({ x: 5, y: 10, heading: 360 })
  expect(where(tracks, 1)).toEqual({ x: 10, y: 20, heading: 10 })
})

test('from one block to the next, even of another window, there is no jump', () => {
  const first = buildTrack(7, [
    [0, 0, 0],
    [1, 10, 0],
  ])
  const second = buildTrack(7, [
    [2, 20, 0],
    [3, 30, 0],
  ])
  // The first block reaches into the second window and comes with both.
  const tracks = collectTracks([[first], [first, second]])
  expect(tracks.get(7)).toHaveLength(2)
  expect(where(tracks, 1.5)).toMatchObject({ x: 15 })
})

test('before the first point nobody is anywhere; after the last they stay for a moment and are gone', () => {
  const tracks = collectTracks([[buildTrack(7, [[10, 5, 5]])]])
  expect(where(tracks, 9)).toBeNull()
  expect(where(tracks, 20)).toMatchObject({ x: 5 })
  expect(where(tracks, 26)).toBeNull()
})

test('a unit that was gone for a while is not driven across the gap', () => {
  const tracks = collectTracks([[buildTrack(7, [[0, 0, 0]]), buildTrack(7, [[60, 600, 0]])]])
  expect(where(tracks, 10)).toMatchObject({ x: 0 })
  expect(where(tracks, 30)).toBeNull()
  expect(where(tracks, 60)).toMatchObject({ x: 600 })
})

test('a teleport is a jump, not a drive', () => {
  const tracks = collectTracks([
    [
      buildTrack(7, [
        [0, 0, 0],
        [1, 3000, 0],
      ]),
    ],
  ])
  expect(where(tracks, 0.9)).toMatchObject({ x: 0 })
  expect(where(tracks, 1)).toMatchObject({ x: 3000 })
})

test('a trail ends where the unit is, and begins after its last leap or gap', () => {
  const drive = Array.from({ length: 61 }, (_, second) => [second, second * 10, 0] as const)
  const tracks = collectTracks([[buildTrack(7, [[-60, -5000, 0]]), buildTrack(7, drive)]])
  const trail = trailTo(tracks, 7, moment(30.5), 300_000)
  expect(trail.at(-1)).toMatchObject({ x: 305 })
  expect(trail[0]?.x).toBeLessThanOrEqual(20)
  expect(trail[0]?.x).toBeGreaterThanOrEqual(0)
  expect(trail.map(({ at }) => at)).toEqual(trail.map(({ at }) => at).toSorted((a, b) => a - b))
  expect(trailTo(tracks, 7, moment(60), 10_000).every(({ at }) => at >= moment(50))).toBe(true)
  expect(trailTo(tracks, 8, moment(30), 10_000)).toEqual([])
})

test('tracks are played as the portal sends them', () => {
  const block = encodeTrackBlock({
    userId: 7,
    points: [
      { at: moment(0), x: 100, y: -200, heading: 90 },
      { at: moment(1), x: 112, y: -200, heading: 90 },
    ],
  })
  const tracks = collectTracks([decodeTracks(encodeTracks([block])) ?? []])
  expect(where(tracks, 0.5)).toEqual({ x: 106, y: -200, heading: 90 })
})
