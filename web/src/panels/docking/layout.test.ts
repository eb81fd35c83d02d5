import { expect, test } from 'vitest'
import { createStore } from '../../platform/storage/storage.ts'
import { DESKTOP_FEATURES } from '../../app/desktop-features.ts'
import { createDefaultLayouts } from '../../features/portal/cad/default-layouts.ts'
import { arrange } from './geometry.ts'
import type { PanelId } from '../panel.ts'
import { panelsOf, parseLayout, type Layout } from './layout.ts'
import { createStoredLayouts } from './stored-layouts.ts'
import type { Room } from './use-room.ts'

const defaultLayout = createDefaultLayouts(DESKTOP_FEATURES)
const every = () => true
const nowhere = () => {
  throw new Error('There is no storage here')
}

test.each([
  [0, ['characters', 'emergency']],
  [1, ['call', 'calls', 'lookup', 'units', 'bolos', 'warrants', 'map', 'record']],
  [2, ['calls', 'map', 'call', 'record', 'units', 'tools', 'lookup', 'bolos', 'warrants']],
  [3, ['call', 'units', 'calls', 'lookup', 'map', 'record']],
] as const)('class %i starts with its own panels, the same ones in every size of window', (unitClass, panels) => {
  expect(panelsOf(defaultLayout(unitClass, 'wide'))).toEqual(panels)
  for (const room of ['vast', 'medium', 'narrow'] as const)
    expect(panelsOf(defaultLayout(unitClass, room)).toSorted()).toEqual([...panels].sort())
})

test('the map is in sight where there is room for it, and one click away elsewhere', () => {
  for (const unitClass of [1, 2, 3] as const) {
    const fronts = (room: Room) => arrange(defaultLayout(unitClass, room)).tabs.map(({ active }) => active)
    for (const room of ['vast', 'wide'] as const) expect(fronts(room)).toContain('map')
    for (const room of ['medium', 'narrow'] as const) expect(fronts(room)).not.toContain('map')
  }
})

test('a narrow window has at most two places beside each other', () => {
  for (const unitClass of [1, 2, 3] as const) expect(defaultLayout(unitClass, 'narrow').root.split).toHaveLength(2)
})

test('panels that are gone, not allowed or named twice are left out, and what stays keeps its place', () => {
  const stored = {
    direction: 'row',
    root: {
      share: 1,
      split: [
        { tabs: ['calls', 'crystal-ball', 'units'], active: 'crystal-ball', share: 2 },
        { split: [{ tabs: ['tools'], active: 'tools', share: 1 }], share: 1 },
        { tabs: ['units'], active: 'units', share: 1 },
      ],
    },
  }
  expect(parseLayout(stored, (id) => id !== 'tools')).toEqual({
    direction: 'row',
    root: { share: 1, split: [{ tabs: ['calls', 'units'], active: 'calls', share: 2 }] },
  })
})

test('an unreadable value is no layout', () => {
  for (const broken of [null, 'x', {}, { direction: 'row', root: { tabs: ['calls'], active: 'calls', share: 1 } }])
    expect(parseLayout(broken, every)).toBeUndefined()
  const nobody = { direction: 'row', root: { split: [], share: 1 } }
  expect(parseLayout(nobody, every)).toBeUndefined()
})

test('each person keeps a layout for each class and size, until it is reset', () => {
  const layouts = createStoredLayouts(createStore(nowhere), defaultLayout)
  const own = { userId: 1, unitClass: 2, room: 'wide' } as const
  const changed = defaultLayout(1, 'narrow')
  layouts.save(own, changed)
  expect(layouts.load(own, every)).toEqual(changed)
  expect(layouts.load({ ...own, userId: 2 }, every)).toEqual(defaultLayout(2, 'wide'))
  expect(layouts.load({ ...own, room: 'medium' }, every)).toEqual(defaultLayout(2, 'medium'))
  expect(layouts.reset(own, every)).toEqual(defaultLayout(2, 'wide'))
  expect(layouts.load(own, every)).toEqual(defaultLayout(2, 'wide'))
})

test('a broken layout falls back to the one that class starts with', () => {
  const store = createStore(nowhere)
  store.setItem('cad-layout:1:1:2:wide', '{"direction":')
  expect(createStoredLayouts(store, defaultLayout).load({ userId: 1, unitClass: 2, room: 'wide' }, every)).toEqual(defaultLayout(2, 'wide'))
})

test('a layout from before a panel existed stays as it was', () => {
  const stored = { direction: 'row', root: { split: [{ tabs: ['emergency'], active: 'emergency', share: 1 }], share: 1 } } as const
  expect(parseLayout(stored, () => true)).toEqual(stored)
})

const one = (...tabs: PanelId[]): Layout => ({
  direction: 'row',
  root: { split: [{ tabs, active: tabs[0] ?? 'calls', share: 1 }], share: 1 },
})

test("the department's layout is for those who have not arranged theirs, also in wider windows, until it is removed", () => {
  const layouts = createStoredLayouts(createStore(nowhere), defaultLayout)
  const [wide, medium] = [
    { userId: 1, unitClass: 2, room: 'wide' },
    { userId: 1, unitClass: 2, room: 'medium' },
  ] as const
  layouts.save(medium, one('units'))
  const ofDepartment = [{ size: 'medium', layout: one('calls', 'units') }]
  expect(layouts.keepDepartment(wide, ofDepartment)).toBe(true)
  expect(layouts.keepDepartment(wide, ofDepartment)).toBe(false)
  expect(layouts.load(wide, every)).toEqual(one('calls', 'units'))
  expect(layouts.load(wide, (id) => id !== 'calls')).toEqual(one('units'))
  // As it was saved before there was one; back to the department's only when asked for.
  expect(layouts.load(medium, every)).toEqual(one('units'))
  expect(layouts.reset(medium, every)).toEqual(one('calls', 'units'))
  expect(layouts.shipped(medium, every)).toEqual(defaultLayout(2, 'medium'))
  expect(layouts.load({ ...wide, room: 'narrow' }, every)).toEqual(defaultLayout(2, 'narrow'))
  expect(layouts.load({ ...wide, unitClass: 1 }, every)).toEqual(defaultLayout(1, 'wide'))
  expect(layouts.keepDepartment(wide, [])).toBe(true)
  expect(layouts.load(wide, every)).toEqual(defaultLayout(2, 'wide'))
})

test("a department's layout of which nothing is left, or that can not be read, is no layout", () => {
  const store = createStore(nowhere)
  const layouts = createStoredLayouts(store, defaultLayout)
  const place = { userId: 1, unitClass: 2, room: 'wide' } as const
  layouts.keepDepartment(place, [{ size: 'wide', layout: one('units') }])
  expect(layouts.load(place, (id) => id !== 'units')).toEqual(parseLayout(defaultLayout(2, 'wide'), (id) => id !== 'units'))
  for (const broken of ['{', '{}', '[{"size":"wide"}]', '[{"size":"wide","layout":[]}]']) {
    store.setItem('cad-layout:1:department:1:2', broken)
    expect(layouts.load(place, every)).toEqual(defaultLayout(2, 'wide'))
  }
})
