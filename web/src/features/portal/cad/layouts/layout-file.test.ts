import { LAYOUT_FILE_BYTES, type LayoutFile } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { definePanel } from '../../../../panels/panel.ts'
import { parseLayout, type Layout } from '../../../../panels/docking/layout.ts'
import { treeOf } from './department-layout.ts'
import { areasOf, freeName, readLayoutFile } from './layout-file.ts'

for (const id of ['calls', 'call', 'units', 'map'] as const)
  definePanel({ id, rank: 0, title: id, icon: () => null, classes: [1], beside: [], fetch: async () => () => null })

const LAYOUT: Layout = {
  direction: 'row',
  root: {
    share: 1,
    split: [
      { tabs: ['calls', 'call'], active: 'call', share: 1.2 },
      {
        share: 0.8,
        split: [
          { tabs: ['units'], active: 'units', share: 1 },
          { tabs: ['map'], active: 'map', share: 2 },
        ],
      },
    ],
  },
}
const FILE: LayoutFile = { format: 'tenfour-desktop-layout', version: 1, name: 'Two calls', unitClass: 1, layout: areasOf(LAYOUT) }
const read = (content: unknown) => readLayoutFile(new Blob([typeof content === 'string' ? content : JSON.stringify(content)]))

test('a layout is the same after it was exported and imported', async () => {
  const { layout } = await read(FILE)
  expect(parseLayout(treeOf(layout), () => true)).toEqual(LAYOUT)
})

test('panels that the member may not open, or that no longer exist, are left out of an imported layout', async () => {
  const [first, ...rest] = FILE.layout.areas
  const areas = [{ ...first, tabs: ['telephone', 'calls', 'map'], active: 'telephone' }, ...rest]
  const { layout } = await read({ ...FILE, layout: { ...FILE.layout, areas } })
  expect(parseLayout(treeOf(layout), (id) => id !== 'map')).toEqual({
    direction: 'row',
    root: {
      share: 1,
      split: [
        { tabs: ['calls'], active: 'calls', share: 1.2 },
        { share: 0.8, split: [{ tabs: ['units'], active: 'units', share: 1 }] },
      ],
    },
  })
  expect(parseLayout(treeOf(layout), () => false)).toBeUndefined()
})

const withArea = (area: object) => ({ ...FILE, layout: { ...FILE.layout, areas: [{ ...FILE.layout.areas[0], ...area }] } })
test.each([
  ['something else', 'code,name\n1,2', 'The file is not JSON'],
  ['half a file', JSON.stringify(FILE).slice(0, -9), 'The file is not JSON'],
  ['JSON of something else', [1, 2], 'This is not a file of a desktop layout'],
  ['nothing', null, 'This is not a file of a desktop layout'],
  ['another format', { ...FILE, format: 'other' }, 'This is not a file of a desktop layout (format)'],
  ['a newer version', { ...FILE, version: 2 }, 'This file is of a newer version of the portal (version)'],
  ['a name that is too long', { ...FILE, name: 'x'.repeat(41) }, 'A name has at most 40 characters (name)'],
  [
    'markup for a panel',
    withArea({ tabs: ['<img onerror=x>'] }),
    'A panel is named with small letters and hyphens (layout.areas.0.tabs.0)',
  ],
  ['a share of nothing', withArea({ share: 0 }), 'A share is more than 0 (layout.areas.0.share)'],
  ['too many panels', withArea({ tabs: Array(21).fill('calls') }), 'At most 20 panels in a group of tabs (layout.areas.0.tabs)'],
  ['levels that do not fit', withArea({ level: 3 }), 'The areas of the layout do not fit together (layout.areas)'],
  ['arrays in arrays', `${'['.repeat(40_000)}${']'.repeat(40_000)}`, 'This is not a file of a desktop layout'],
  ['more than a layout can be', ' '.repeat(LAYOUT_FILE_BYTES + 1), 'The file is too large: at most 100 kB'],
])('a file of %s is refused in words', async (_what, content, message) => {
  await expect(read(content)).rejects.toThrow(new Error(message))
})

test('an imported layout whose name is taken has a number', () => {
  expect(freeName('Mine', ['other'])).toBe('Mine')
  expect(freeName('Mine', ['mine', 'MINE 2'])).toBe('Mine 3')
  expect(freeName('x'.repeat(40), ['x'.repeat(40)])).toBe(`${'x'.repeat(38)} 2`)
})
