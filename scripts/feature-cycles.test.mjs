import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkFeatureCycles, featureCycles } from './lib/feature-cycles.mjs'

let folder

const write = (name, text) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'features-'))
  write('dispatch/board/board.port.ts', 'export const board = 1\n')
  write('dispatch/units/units.port.ts', "import { board } from '../board/board.port.ts'\nexport const units = [board]\n")
  write(
    'dispatch/calls/sheet/Sheet.tsx',
    "import {\n  units,\n} from '../../units/units.port.ts'\nimport { list } from '../list.ts'\nvoid [units, list]\n",
  )
  write('dispatch/calls/list.ts', "import '../../../ui/styles.ts'\nexport { board } from '../board/board.port.ts'\nexport const list = 1\n")
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('features that need each other one way pass', () => {
  expect(featureCycles(folder)).toEqual([])
})

test('tests may import what they like', () => {
  write('dispatch/board/board.test.ts', "import '../calls/list.ts'\n")
  write('dispatch/board/testing/build.ts', "import '../../units/units.port.ts'\n")
  expect(featureCycles(folder)).toEqual([])
})

test.each([
  ['an import', "import { units } from '../units/units.port.ts'\nvoid units\n"],
  ['an import of types alone', "import type { units } from '../units/units.port.ts'\nexport type Units = typeof units\n"],
  ['an import for its effect', "import '../units/units.port.ts'\n"],
  ['a re-export', "export * from '../units/units.port.ts'\n"],
  ['a lazy import', "export const load = () => import('../units/units.port.ts')\n"],
])('%s that closes a circle is found, and named with its files', (_, text) => {
  write('dispatch/board/bad.ts', text)
  expect(featureCycles(folder)).toEqual([
    'dispatch/board → dispatch/units (dispatch/board/bad.ts) → dispatch/board (dispatch/units/units.port.ts)',
  ])
})

test('a circle over several features and their sub-folders is found once', () => {
  write('dispatch/board/deep/bad.ts', "import '../../calls/list.ts'\n")
  write('dispatch/calls/list.ts', "import '../units/units.port.ts'\n")
  expect(featureCycles(folder)).toEqual([
    [
      'dispatch/board',
      'dispatch/calls (dispatch/board/deep/bad.ts)',
      'dispatch/units (dispatch/calls/list.ts)',
      'dispatch/board (dispatch/units/units.port.ts)',
    ].join(' → '),
  ])
})

test('features of two areas are told apart by both names', () => {
  write('dispatch/board/bad.ts', "import '../../game/units/units.port.ts'\n")
  write('game/units/units.port.ts', 'export const units = 1\n')
  expect(featureCycles(folder)).toEqual([])
})

test('the repository has none', async () => {
  expect(await checkFeatureCycles()).toEqual({ code: 0, output: '' })
})
