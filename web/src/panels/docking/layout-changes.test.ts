import { describe, expect, test } from 'vitest'
import type { PanelId } from '../panel.ts'
import type { Area, Layout } from './layout.ts'
import { isSplit } from './layout.ts'
import { activate, close, keepInView, move, open, resize, tabsOf } from './layout-changes.ts'

const tabs = (share: number, first: PanelId, ...rest: PanelId[]): Area => ({ tabs: [first, ...rest], active: first, share })
const desktop: Layout = {
  direction: 'row',
  root: { share: 1, split: [tabs(2, 'calls', 'history'), tabs(1, 'call'), { share: 1, split: [tabs(1, 'units'), tabs(1, 'tools')] }] },
}

/** `calls*+history | call | (units* / tools*)`: columns, rows and tabs. */
function drawn({ direction, root }: Layout): string {
  const draw = (area: Area, along: Layout['direction'], isInner: boolean): string => {
    if (!isSplit(area)) return area.tabs.map((id) => (area.tabs.length > 1 && id === area.active ? `${id}*` : id)).join('+')
    const parts = area.split.map((part) => draw(part, along === 'row' ? 'column' : 'row', true))
    const text = parts.join(along === 'row' ? ' | ' : ' / ')
    return isInner ? `(${text})` : text
  }
  return draw(root, direction, false)
}

test('a panel comes to the front of the tabs it is in', () => {
  expect(drawn(desktop)).toBe('calls*+history | call | (units / tools)')
  expect(drawn(activate(desktop, 'history'))).toBe('calls+history* | call | (units / tools)')
  expect(activate(desktop, 'emergency')).toBe(desktop)
})

describe('closing', () => {
  test('the tab beside it comes to the front', () => {
    expect(drawn(close(activate(desktop, 'history'), 'history'))).toBe('calls | call | (units / tools)')
    expect(drawn(close(desktop, 'calls'))).toBe('history | call | (units / tools)')
  })
  test('a group without panels is removed, and the rest keeps its room', () => {
    const without = close(desktop, 'units')
    expect(drawn(without)).toBe('calls*+history | call | tools')
    expect(tabsOf(without, 'tools')?.share).toBe(1)
  })
  test('two nested levels of the same direction become one', () => {
    const nested = move(desktop, 'tools', { beside: 'units', at: 'right' })
    expect(drawn(nested)).toBe('calls*+history | call | units | tools')
    const deep: Layout = {
      direction: 'row',
      root: {
        share: 1,
        split: [tabs(1, 'calls'), { share: 1, split: [tabs(1, 'call'), { share: 1, split: [tabs(1, 'units'), tabs(3, 'tools')] }] }],
      },
    }
    const flat = close(deep, 'call')
    expect(drawn(flat)).toBe('calls | units | tools')
    expect(flat.root.split.map(({ share }) => share)).toEqual([1, 0.25, 0.75])
  })
  test('the last one leaves an empty desktop, on which a panel can be opened again', () => {
    const empty = (['calls', 'history', 'call', 'units', 'tools'] as const).reduce(close, desktop)
    expect(empty.root.split).toEqual([])
    expect(drawn(open(empty, 'units', ['calls']))).toBe('units')
  })
})

describe('opening', () => {
  test('it is a tab beside the first neighbour that is open', () => {
    expect(drawn(open(desktop, 'new-call', ['emergency', 'call']))).toBe('calls*+history | call+new-call* | (units / tools)')
  })
  test('without a neighbour it goes to the right edge', () => {
    expect(drawn(open(desktop, 'new-call', []))).toBe('calls*+history | call | (units / tools) | new-call')
  })
  test('an open panel comes to the front', () => {
    expect(drawn(open(desktop, 'history', ['call']))).toBe('calls+history* | call | (units / tools)')
  })
})

describe('moving', () => {
  test('to the side of another panel, which gives it half its room', () => {
    const moved = move(desktop, 'tools', { beside: 'calls', at: 'right' })
    expect(drawn(moved)).toBe('calls*+history | tools | call | units')
    expect([tabsOf(moved, 'calls')?.share, tabsOf(moved, 'tools')?.share]).toEqual([1, 1])
    expect(drawn(move(desktop, 'call', { beside: 'calls', at: 'bottom' }))).toBe('(calls*+history / call) | (units / tools)')
    expect(drawn(move(desktop, 'call', { beside: 'tools', at: 'top' }))).toBe('calls*+history | (units / call / tools)')
  })
  test('behind another panel', () => {
    expect(drawn(move(desktop, 'call', { beside: 'units', at: 'tabs' }))).toBe('calls*+history | (units+call* / tools)')
  })
  test('out of the tabs it is in', () => {
    expect(drawn(move(desktop, 'history', { beside: 'history', at: 'bottom' }))).toBe('(calls / history) | call | (units / tools)')
  })
  test('to an edge of the whole desktop', () => {
    expect(drawn(move(desktop, 'tools', { edge: 'left' }))).toBe('tools | calls*+history | call | units')
    expect(drawn(move(desktop, 'tools', { edge: 'bottom' }))).toBe('(calls*+history | call | units) / tools')
  })
  test('onto itself it stays where it is', () => {
    expect(move(desktop, 'call', { beside: 'call', at: 'left' })).toBe(desktop)
    expect(drawn(move(desktop, 'history', { beside: 'calls', at: 'tabs' }))).toBe('calls+history* | call | (units / tools)')
  })
})

test('resizing gives two neighbours other shares of what they had together', () => {
  expect(resize(desktop, [], 0, 0.5).root.split.map(({ share }) => share)).toEqual([1.5, 1.5, 1])
  const inner = resize(desktop, [2], 0, 0.75)
  expect([tabsOf(inner, 'units')?.share, tabsOf(inner, 'tools')?.share]).toEqual([1.5, 0.5])
  expect(inner.root.split[0]).toBe(desktop.root.split[0])
})

describe('a layout for another width', () => {
  const beside = (panelId: PanelId): readonly PanelId[] => (panelId === 'new-call' ? ['call'] : ['calls'])
  const kept = (shown: readonly PanelId[], focused: PanelId | null = null) => drawn(keepInView(desktop, { shown, focused }, beside))

  test('stays as it was left if it has every panel that was in view', () => {
    expect(keepInView(desktop, { shown: [], focused: null }, beside)).toBe(desktop)
    expect(kept(['calls', 'call'])).toBe('calls*+history | call | (units / tools)')
  })
  test('gets the panel that was in view if it lacks it', () => {
    expect(kept(['calls', 'new-call'])).toBe('calls*+history | call+new-call* | (units / tools)')
  })
  test('shows the panel that had the focus, even if another of its tabs was in view too', () => {
    expect(kept(['calls', 'history'], 'history')).toBe('calls+history* | call | (units / tools)')
    expect(kept(['calls'], 'history'), 'but not one that was left since').toBe('calls*+history | call | (units / tools)')
  })
})
