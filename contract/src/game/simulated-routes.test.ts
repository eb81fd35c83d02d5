import { expect, test } from 'vitest'
import { along, ROUTES } from './simulated-routes.ts'

const LINE = [
  [0, 0],
  [0, 100],
  [100, 100],
] as const

test('a route goes there and back', () => {
  expect(along(LINE, 0)).toEqual({ x: 0, y: 0, heading: 0 })
  expect(along(LINE, 50)).toMatchObject({ x: 0, y: 50, heading: 0 })
  expect(along(LINE, 150)).toMatchObject({ x: 50, y: 100, heading: 270 })
  expect(along(LINE, 250)).toMatchObject({ x: 50, y: 100, heading: 90 })
  expect(along(LINE, 400)).toMatchObject({ x: 0, y: 0 })
})

test('every route stays on the island', () => {
  for (const [x, y] of ROUTES.flat()) expect(Math.abs(x) < 4000 && y > -3500 && y < 7200).toBe(true)
})
