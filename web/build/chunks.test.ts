import { expect, test } from 'vitest'
import { groupModules, NAMED } from './chunks.ts'

/** A portal in which each of these modules is used by these entries. */
const portal = (modules: Readonly<Record<string, readonly string[]>>) => ({
  entries: new Map(
    NAMED.map((entry) => [entry, new Set(Object.keys(modules).filter((module) => modules[module]?.includes(entry)))] as const),
  ),
})
const groupOf = (module: string, ...users: string[]) => groupModules(portal({ [module]: users })).get(module)

test('a page keeps what it alone uses, so that it can change by itself', () => {
  expect(groupOf('/web/src/features/portal/home/HomePage.tsx', 'HomePage.tsx')).toBeUndefined()
  expect(groupOf('/web/src/features/portal/login/LoginPage.tsx', 'LoginPage.tsx')).toBeUndefined()
})

test('libraries are apart from our code', () => {
  expect(groupOf('/node_modules/react/index.js', 'dui.html', 'index.html')).toBe('core-vendor')
  expect(groupOf('/web/src/platform/log/log.ts', 'dui.html', 'index.html')).toBe('core')
  expect(groupOf('/node_modules/@mantine/core/Menu.mjs', 'NavBar.tsx', 'LivemapView.tsx')).toBe('shell-vendor')
})

test('the login page and the screens in the game carry nothing of what only others use', () => {
  expect(groupOf('/node_modules/socket.io-client/index.js', 'dui.html', 'Shell.tsx')).toBe('live')
  expect(groupOf('/web/src/ui/TextInput.tsx', 'LoginPage.tsx', 'ManageUsersPage.tsx')).toBe('start')
  expect(groupOf('/web/src/features/game/display/Rows.tsx', 'dui.html', 'MapScreen.tsx')).toBeUndefined()
})

test('what names the files of pages is in no file that a page imports', () => {
  expect(groupOf('/web/src/app/outer-routes.ts', 'index.html', 'routes.ts')).toBe('app')
  expect(groupOf('/web/src/app/routes.ts', 'routes.ts')).toBe('routes')
})

test('desktop, map and charts come by themselves', () => {
  expect(groupOf('/web/src/features/dispatch/units/UnitGrid.tsx', 'UnitBoardPanel.tsx')).toBe('desktop')
  expect(groupOf('/node_modules/ol/Map.js', 'LivemapView.tsx', 'MapPanel.tsx')).toBe('map')
  expect(groupOf('/node_modules/recharts/es6/Area.js', 'RateChart.tsx', 'PlayerChart.tsx', 'HoursChart.tsx')).toBe('charts')
})

test('what opens on the desktop needs no file of tables or forms', () => {
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
  expect(() => groupModules({ entries: without })).toThrow('LivemapView.tsx')
})
