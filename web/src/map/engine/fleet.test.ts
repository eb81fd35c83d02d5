import { expect, test } from 'vitest'
import { createFleet, nearestTurn } from './fleet.ts'

test('someone new is there at once; someone known is on the way there', () => {
  const fleet = createFleet()
  fleet.move(7, 100, 200, 0, 0)
  expect(fleet.sample(0)).toBe(false)
  expect(fleet.at(7)).toEqual([100, 200])
  fleet.move(7, 110, 200, 90, 250)
  expect(fleet.sample(250)).toBe(true)
  expect(fleet.at(7)).toEqual([100, 200])
  fleet.sample(250 + 137.5)
  expect(fleet.at(7)).toEqual([105, 200])
  expect(fleet.sample(600)).toBe(false)
  expect(fleet.at(7)).toEqual([110, 200])
})

test('an update on the way goes on from where they are, without a jump', () => {
  const fleet = createFleet()
  fleet.move(1, 0, 0, 0, 0)
  fleet.move(1, 10, 0, 0, 250)
  fleet.sample(400)
  const [before = 0] = fleet.at(1) ?? []
  fleet.move(1, 20, 0, 0, 400)
  fleet.sample(400)
  expect(fleet.at(1)?.[0]).toBeCloseTo(before)
})

test('further than anything drives is a leap, not a way', () => {
  const fleet = createFleet()
  fleet.move(1, 0, 0, 0, 0)
  fleet.move(1, 5000, 0, 0, 250)
  fleet.sample(251)
  expect(fleet.at(1)).toEqual([5000, 0])
})

test('who leaves makes room, and nobody else is lost by it', () => {
  const fleet = createFleet()
  for (let slot = 0; slot < 300; slot += 1) fleet.move(slot * 3, slot, -slot, 0, 0)
  for (let slot = 0; slot < 300; slot += 2) fleet.remove(slot * 3)
  expect(fleet.size()).toBe(150)
  for (let slot = 1; slot < 300; slot += 2) expect(fleet.at(slot * 3)).toEqual([slot, -slot])
  expect(fleet.at(0)).toBeUndefined()
})

test.each([
  [350, 10, 370],
  [10, 350, -10],
  [0, 180, -180],
  [720, 5, 725],
])('turning from %d to %d takes the shorter way', (from, to, expected) => {
  expect(nearestTurn(from, to)).toBe(expected)
})

test('someone who is put somewhere is there at once, known or not', () => {
  const fleet = createFleet()
  expect(fleet.put(3, 10, 20, 90)).toBe(true)
  expect(fleet.put(3, 50, 60, 180)).toBe(false)
  expect(fleet.sample(0)).toBe(false)
  expect(fleet.at(3)).toEqual([50, 60])
  expect(fleet.read().turns[0]).toBe(180)
  expect(fleet.size()).toBe(1)
})
