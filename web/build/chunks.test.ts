import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { DESKTOP_FEATURES } from '../src/app/desktop-features.ts'
import { groupModules, NAMED } from './chunks.ts'
import { readPanels } from './panels.ts'

const FEATURES = '/web/src/features'
const PANELS = [
  { feature: `${FEATURES}/dispatch/units`, file: `${FEATURES}/dispatch/units/list/UnitBoardPanel.tsx`, isFirst: true },
  { feature: `${FEATURES}/records/lookups`, file: `${FEATURES}/records/lookups/LookupPanel.tsx`, isFirst: false },
  { feature: `${FEATURES}/game/livemap`, file: `${FEATURES}/game/livemap/MapPanel.tsx`, isFirst: false },
]
/** Fetched for the desktop by where they are, and not named anywhere. */
const PARTS = [
  'dispatch/calls/dialogs/CallQuestion.tsx',
  'dispatch/calls/new/NewCallPanel.port.tsx',
  'dispatch/tones/ToneForm.port.tsx',
  'records/lookups/RecordPanel.tsx',
  'records/lookups/late-commands.ts',
]
const ENTRIES = [...NAMED, ...PANELS.map(({ file }) => file), ...PARTS.map((part) => `${FEATURES}/${part}`)]

/** A portal in which each of these modules is used by these entries. */
const portal = (modules: Readonly<Record<string, readonly string[]>>) => ({
  entries: new Map(
    ENTRIES.map((entry) => [entry, new Set(Object.keys(modules).filter((module) => modules[module]?.includes(basename(entry))))] as const),
  ),
})
const groupOf = (module: string, ...users: string[]) => groupModules(portal({ [module]: users }), PANELS).get(module)

test('a page keeps what it alone uses, so that it can change by itself', () => {
  expect(groupOf('/web/src/features/portal/home/HomePage.tsx', 'HomePage.tsx')).toBeUndefined()
  expect(groupOf('/web/src/features/portal/login/LoginPage.tsx', 'LoginPage.tsx')).toBeUndefined()
})

test('libraries are apart from our code', () => {
  expect(groupOf('/node_modules/react/index.js', 'dui.html', 'index.html')).toBe('core-vendor')
  expect(groupOf('/web/src/platform/log/log.ts', 'dui.html', 'index.html')).toBe('core')
  expect(groupOf('/node_modules/@mantine/core/Button.mjs', 'index.html', 'NavBar.tsx')).toBe('start-vendor')
})

test('the home page carries nothing that the desktop shares with the map alone', () => {
  expect(groupOf('/web/src/features/dispatch/board/use-board.ts', 'UnitBoardPanel.tsx', 'LivemapView.tsx')).toBe('work')
  expect(groupOf('/web/src/ui/Search.tsx', 'UnitBoardPanel.tsx', 'LivemapView.tsx', 'ManageUsersPage.tsx')).toBe('shell')
  expect(groupOf('/web/src/ui/Meter.tsx', 'HomePage.tsx', 'UserPage.tsx')).toBe('home')
})

test('the login page and the screens in the game carry nothing of what only others use', () => {
  expect(groupOf('/node_modules/socket.io-client/index.js', 'dui.html', 'Shell.tsx')).toBe('live')
  expect(groupOf('/web/src/ui/TextInput.tsx', 'LoginPage.tsx', 'ManageUsersPage.tsx')).toBe('start')
  expect(groupOf('/web/src/features/game/display/Rows.tsx', 'dui.html', 'MapScreen.tsx')).toBeUndefined()
})

test('the module that names the files of pages is in no file that a page imports', () => {
  expect(groupOf('/web/src/app/outer-routes.ts', 'index.html', 'routes.ts')).toBe('app')
  expect(groupOf('/web/src/app/routes.ts', 'routes.ts')).toBe('routes')
})

test('desktop, map and charts come by themselves', () => {
  expect(groupOf('/web/src/features/dispatch/units/UnitGrid.tsx', 'UnitBoardPanel.tsx')).toBe('desktop')
  expect(groupOf('/node_modules/ol/Map.js', 'LivemapView.tsx', 'MapPanel.tsx')).toBe('map')
  expect(groupOf('/node_modules/recharts/es6/Area.js', 'RateChart.tsx', 'PlayerChart.tsx', 'HoursChart.tsx')).toBe('charts')
})

test('panels and dialogs of the desktop need no file of tables or forms', () => {
  expect(groupOf('/web/src/ui/Combo.tsx', 'CallQuestion.tsx', 'NewCallPanel.port.tsx')).toBe('menus')
  expect(groupOf('/web/src/ui/form-errors.ts', 'MembersPage.tsx', 'NewCallPanel.port.tsx', 'ToneForm.port.tsx')).toBe('shell')
})

test('records come after the desktop, without adding to it', () => {
  expect(groupOf('/web/src/features/records/lookups/desk.ts', 'RecordPanel.tsx', 'late-commands.ts')).toBe('records')
  expect(groupOf('/web/src/panels/selection.ts', 'DesktopPage.tsx', 'LookupPanel.tsx')).toBe('desktop')
})

test('an entry that was renamed is said, not silently put elsewhere', () => {
  const { entries } = portal({})
  const without = new Map([...entries].filter(([name]) => name !== 'LivemapView.tsx'))
  expect(() => groupModules({ entries: without }, PANELS)).toThrow('LivemapView.tsx')
})

test('every panel of the portal is found in its declaration, and those that open with the desktop are marked', () => {
  const panels = readPanels()
  const declared = DESKTOP_FEATURES.flatMap((feature) => feature.panels ?? [])
  expect(panels).toHaveLength(declared.length)
  expect(panels.filter(({ isFirst }) => isFirst)).toHaveLength(declared.filter(({ isFirst }) => isFirst).length)
  expect(panels.map(({ file }) => basename(file))).toContain('BoloPanel.tsx')
})
