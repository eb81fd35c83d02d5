import { expect, test } from 'vitest'
import { createPlaceFinder } from './places.ts'

const find = createPlaceFinder({
  places: [
    { name: 'Del Perro Pier', x: -1760, y: -1170 },
    { name: 'Del Perro', x: -1560, y: -560 },
    { name: 'Davis', x: 100, y: -1720 },
    { name: 'Harmony', x: 580, y: 2740 },
    { name: 'Legion Square', x: 195, y: -940 },
    { name: 'Chumash', x: -3030, y: 1060 },
    { name: 'Chumish', x: 1, y: 1 },
  ],
  roads: [
    { name: 'Strawberry Avenue', line: [0, -1000, 100, -1400, 100, -1600] },
    { name: 'Forum Drive', line: [-200, -1500, 300, -1500] },
    { name: 'Davis Avenue', line: [300, -1330, 120, -1560] },
    { name: 'Route 68', line: [-2500, 2600, 0, 2600, 1500, 2700] },
    { name: 'Grove Street', line: [320, -1550, 420, -1650] },
  ],
})
const postals = new Map([
  ['9104', { x: -140, y: -1520 }],
  ['B7', { x: 7, y: 7 }],
])
const place = (text: string) => find(text, (code) => postals.get(code.toUpperCase()))
const point = (text: string) => {
  const found = place(text)
  return found && [found.x, found.y]
}

test.each([
  ['9104', [-140, -1520]],
  ['Forum Dr 9104', [-140, -1520]],
  ['behind the shop, near b7', [7, 7]],
  ['Forum Drive (9104)', [-140, -1520]],
])('%s is at its postal', (text, expected) => {
  expect(point(text)).toEqual(expected)
})

test.each(['Forum Dr / Strawberry Ave', 'strawberry & forum', 'Strawberry avenue and Forum drive', 'FORUM DR. at STRAWBERRY AV'])(
  '%s is at the intersection of the two roads',
  (text) => {
    expect(point(text)).toEqual([100, -1500])
  },
)

test('roads that end beside each other cross there; roads far apart do not', () => {
  expect(place('Grove St / Forum Dr')).toMatchObject({ kind: 'crossing', x: 310, y: -1525 })
  expect(place('Route 68 / Forum Dr')).toBeUndefined()
  expect(place('Route 68 / Davis Ave'), 'nor is it the district that a road is named after').toBeUndefined()
})

test.each([
  ['Del Perro Pier', 'Del Perro Pier'],
  ['robbery at legion square', 'Legion Square'],
  ['DEL PERRO', 'Del Perro'],
  ['Davis Ave', 'Davis Avenue'],
  ['davis', 'Davis'],
  ['Del Pero Pier', 'Del Perro Pier'],
  ['Leigon Square', 'Legion Square'],
  ['Strawbery Avenue', 'Strawberry Avenue'],
])('%s is recognised as %s', (text, name) => {
  expect(place(text)?.name).toBe(name)
})

test('a long road alone is too vague; with a place near it the position is there', () => {
  expect(place('Route 68')).toBeUndefined()
  expect(place('Rte 68, Harmony')).toMatchObject({ kind: 'road', name: 'Route 68, Harmony' })
  expect(point('Route 68, Harmony')?.[0]).toBeGreaterThan(500)
})

test.each(['', '  ', 'x', 'somewhere', '12345', 'Chumsh', 'the house with the red door', '/', '& &'])('%j has no position', (text) => {
  expect(place(text)).toBeUndefined()
})

test('very long text is answered quickly', () => {
  expect(place('a'.repeat(2000))).toBeUndefined()
  expect(place('/ '.repeat(1000))).toBeUndefined()
})
