import { UNIT_CLASS } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { definePanel } from '../panel.ts'
import { createDockStore } from './dock-store.ts'
import type { Layout } from './layout.ts'
import { createStoredLayouts } from './stored-layouts.ts'

const [EMERGENCY, CHARACTERS] = (['emergency', 'characters'] as const).map((id) =>
  definePanel({ id, rank: 0, title: id, icon: () => null, classes: [UNIT_CLASS.Other], beside: [], fetch: async () => () => null }),
) as [ReturnType<typeof definePanel>, ReturnType<typeof definePanel>]
const BOTH: Layout = {
  direction: 'row',
  root: { split: (['emergency', 'characters'] as const).map((id) => ({ tabs: [id], active: id, share: 1 })), share: 1 },
}
const layouts = createStoredLayouts({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined }, () => BOTH)
const place = { userId: 1, unitClass: UNIT_CLASS.Other, room: 'wide' } as const

test('a panel that is switched off disappears, even if it was in view, and comes back when switched on', () => {
  const inView = { shown: ['emergency', 'characters'], focused: 'emergency' } as const
  expect(createDockStore({ place, panels: [CHARACTERS], layouts, inView }).openPanels()).toEqual(['characters'])
  const inViewAfter = { shown: ['characters'], focused: null } as const
  expect(createDockStore({ place, panels: [EMERGENCY, CHARACTERS], layouts, inView: inViewAfter }).openPanels()).toEqual([
    'emergency',
    'characters',
  ])
})

test("the department's layout is shown at once to those who arranged nothing, and to others when they ask for it; the shipped one too", () => {
  const kept = new Map<string, string>()
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
  const stored = createStoredLayouts({ ...storage, removeItem: (key) => void kept.delete(key) }, () => BOTH)
  const store = createDockStore({ place, panels: [EMERGENCY, CHARACTERS], layouts: stored })
  const one = (id: 'emergency' | 'characters') =>
    ({ direction: 'row', root: { split: [{ tabs: [id], active: id, share: 1 }], share: 1 } }) satisfies Layout
  store.arrangement?.keepDepartment([{ size: 'medium', layout: one('emergency') }])
  expect(store.openPanels()).toEqual(['emergency'])
  store.arrangement?.ship()
  expect(store.openPanels()).toEqual(['emergency', 'characters'])
  store.arrangement?.keepDepartment([{ size: 'wide', layout: one('characters') }])
  expect(store.openPanels()).toEqual(['emergency', 'characters'])
  store.reset()
  expect(store.openPanels()).toEqual(['characters'])
  expect(store.arrangement?.apply({ direction: 'row', root: { split: [{ tabs: ['gone'], active: 'gone', share: 1 }], share: 1 } })).toBe(
    false,
  )
  expect(store.openPanels()).toEqual(['characters'])
})
