import { expect, test } from 'vitest'
import { DESKTOP_FEATURES } from '../../app/desktop-features.ts'
import { createDefaultLayouts } from '../../features/portal/cad/default-layouts.ts'
import type { PanelId } from '../panel.ts'
import type { Area } from './layout.ts'
import { arrange, dropAt, GAP_PX, inPixels, rectStyle } from './geometry.ts'

test('places fill the window with a gap between neighbours', () => {
  const one = (id: PanelId, share = 1): Area => ({ tabs: [id], active: id, share })
  const column: Area = { split: [one('units', 1.3), one('tools')], share: 1 }
  const { tabs, gaps } = arrange({ direction: 'row', root: { split: [one('calls', 1.1), one('call'), column], share: 1 } })
  const [calls, call, units, tools] = tabs.map(({ rect }) => ({
    left: inPixels(rect.left, 1900),
    top: inPixels(rect.top, 1000),
    right: inPixels(rect.left, 1900) + inPixels(rect.width, 1900),
    bottom: inPixels(rect.top, 1000) + inPixels(rect.height, 1000),
  }))
  expect(calls).toMatchObject({ left: 0, top: 0, bottom: 1000 })
  expect(call?.left).toBeCloseTo((calls?.right ?? 0) + GAP_PX)
  expect(units?.right).toBeCloseTo(1900)
  expect(tools?.top).toBeCloseTo((units?.bottom ?? 0) + GAP_PX)
  expect(tools?.bottom).toBeCloseTo(1000)
  expect(gaps.map(({ direction, path, index }) => [direction, path, index])).toEqual([
    ['row', [], 0],
    ['row', [], 1],
    ['column', [2], 0],
  ])
  expect(gaps[2]?.fraction).toBeCloseTo(1.3 / 2.3)
})

test('a place is drawn as a share of the window and pixels, so that a resized window needs no work', () => {
  const [first] = arrange(createDefaultLayouts(DESKTOP_FEATURES)(1, 'narrow')).tabs
  expect(first && rectStyle(first.rect)).toEqual({
    left: 'calc(0.0000% + 0.00px)',
    top: 'calc(0.0000% + 0.00px)',
    width: 'calc(50.0000% + -3.00px)',
    height: 'calc(100.0000% + 0.00px)',
  })
})

test('a panel dropped near an edge goes to that side, in the middle or on the header among the tabs', () => {
  const box = { left: 100, top: 50, width: 400, height: 600 }
  expect(dropAt(box, { x: 300, y: 60 })).toBe('tabs')
  expect(dropAt(box, { x: 300, y: 350 })).toBe('tabs')
  expect(dropAt(box, { x: 120, y: 350 })).toBe('left')
  expect(dropAt(box, { x: 480, y: 350 })).toBe('right')
  expect(dropAt(box, { x: 300, y: 120 })).toBe('top')
  expect(dropAt(box, { x: 300, y: 640 })).toBe('bottom')
})
