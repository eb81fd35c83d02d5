import { expect, test } from 'vitest'
import { imageExtent, tilesExtent } from './world.ts'

test('two points place a picture: its corners lie where the scale between them puts them', () => {
  const [west, south, east, north] = imageExtent(
    [
      { left: 100, top: 100, x: -3000, y: 6000 },
      { left: 700, top: 900, x: 3000, y: -2000 },
    ],
    800,
    1000,
  )
  expect([west, south, east, north]).toEqual([-4000, -3000, 4000, 7000])
})

test('the two points may be given in either order', () => {
  const [a, b] = [
    { left: 10, top: 20, x: 0, y: 0 },
    { left: 110, top: 120, x: 1000, y: -1000 },
  ] as const
  expect(imageExtent([a, b], 200, 200)).toEqual(imageExtent([b, a], 200, 200))
})

test('tiles whose points were read a little unevenly still are squares', () => {
  const [west, south, east, north] = tilesExtent(
    [
      { left: 0, top: 0, x: 0, y: 0 },
      { left: 1000, top: 1000, x: 10_000, y: -10_200 },
    ],
    1024,
  )
  expect(east - west).toBeCloseTo(north - south)
})
