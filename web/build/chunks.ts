import { basename } from 'node:path'
import type { Rolldown } from 'vite'

/**
 * Which module goes into which file. A page that came in a file for each module that two pages share took a hundred requests; here what is
 * used together comes together. What is used by what is read from a first build that groups nothing, because only the bundler knows what is
 * left of a library once the unused parts are dropped.
 *
 * A layer only ever needs itself and those above it. Nothing in a layer names the files of a page, so a page that changes leaves all of
 * them in the browser's cache; what does name them (`web/src/app/`) has files of its own. Libraries are apart from our own code where they
 * weigh enough to be worth keeping over an upgrade.
 */
export type Use = {
  /** The modules, by their id, that each entry needs before it can run; entries by the name of their file. */
  readonly entries: ReadonlyMap<string, ReadonlySet<string>>
}

type Output = readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]

export function readUse(output: Output): Use {
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
  const fetched = new Set([...chunks.values()].flatMap(({ dynamicImports }) => dynamicImports))
  const entries = new Map<string, ReadonlySet<string>>()
  for (const chunk of chunks.values()) {
    if (!chunk.isEntry && !chunk.isDynamicEntry && !fetched.has(chunk.fileName)) continue
    const files = new Set([chunk.fileName])
    for (const file of files) for (const imported of chunks.get(file)?.imports ?? []) files.add(imported)
    entries.set(
      chunk.facadeModuleId === null ? chunk.name : basename(chunk.facadeModuleId),
      new Set([...files].flatMap((file) => chunks.get(file)?.moduleIds ?? [])),
    )
  }
  return { entries }
}

const ENTRIES = { display: 'dui.html', portal: 'index.html' }
const LOGIN = 'LoginPage.tsx'
/** What every page behind the sign-in stands in. */
const SHELL = ['routes.ts', 'Shell.tsx', 'NavBar.tsx']
const HOME = 'HomePage.tsx'
/** The desktop as it opens, and what is opened on it. */
const DESKTOP = ['DesktopPage', 'DeskHost', 'CallBoardPanel', 'CallPanel', 'UnitBoardPanel', 'ToolsPanel'].map(tsx)
const ON_DESKTOP = [
  'CallMenu',
  'CallQuestion',
  'DispatchNotes.port',
  'EmergencyPanel',
  'Guide',
  'HistoryPanel',
  'NewCallPanel.port',
  'ToneForm.port',
  'UnitMenu.port',
].map(tsx)
/** What is fetched when a field of those is first used; by the name of its file, or without its ending where it is part of another's. */
const IN_DESKTOP_FIELDS = ['TypeSelect', 'UnitSearch'].flatMap((name) => [name, tsx(name)])
/** Opens by itself on the desktop, which must not fetch a table for one function of its. */
const NEW_CALL = tsx('NewCallPanel.port')
const MAP = ['LivemapPage', 'LivemapView'].map(tsx)
const ON_MAP = ['MapPanel', 'MapScreen', 'MapSettings.port'].map(tsx)
const CHARTS = ['RateChart', 'PlayerChart'].map(tsx)
const LISTS = ['ManageUsersPage', 'MembersPage', 'AnnouncementsPage'].map(tsx)
const AREAS = ['AdminArea', 'StaffArea'].map(tsx)
export const NAMED = [ENTRIES.display, ENTRIES.portal, LOGIN, SHELL, HOME, DESKTOP, ON_DESKTOP, MAP, ON_MAP, CHARTS, LISTS, AREAS].flat()
/** What fewer entries share stays with one of them. */
const MIN_SHARED = 3

function tsx(name: string): string {
  return `${name}.tsx`
}

/** From the bottom up: a group takes along what it needs, so what it needs has to have its own place first. */
const GROUPS = [
  'core-vendor',
  'core',
  'live',
  'start-vendor',
  'start',
  'shell-vendor',
  'shell',
  'tables',
  'forms',
  'desktop',
  'map',
  'charts',
  'app',
  'routes',
] as const
type Group = (typeof GROUPS)[number]

/** The groups in the words of the bundler. */
export const codeSplitting = (groups: ReadonlyMap<string, Group>) => ({
  groups: GROUPS.map((name, index) => ({ name, priority: GROUPS.length - index, test: (id: string) => groups.get(id) === name })),
})

/** The name of the group each module belongs to; a module without one goes where the bundler puts it, which is with its only user. */
export function groupModules({ entries }: Use): ReadonlyMap<string, Group> {
  const usedBy = new Map<string, Set<string>>()
  for (const [entry, modules] of entries) {
    for (const module of modules) usedBy.set(module, (usedBy.get(module) ?? new Set()).add(entry))
  }
  for (const name of NAMED) {
    if (!entries.has(name)) throw new Error(`web/build/chunks.ts names ${name}, which is not fetched by itself (any more)`)
  }
  const groups = new Map<string, Group>()
  for (const [module, users] of usedBy) {
    const group = groupOf(module, users)
    if (group) groups.set(module, group)
  }
  return groups
}

function groupOf(module: string, users: ReadonlySet<string>): Group | undefined {
  const isUsedBy = (names: readonly string[]) => names.some((name) => users.has(name))
  const isOnlyUsedBy = (...names: readonly (readonly string[])[]) => [...users].every((user) => names.some((some) => some.includes(user)))
  // A stylesheet is cached by its content alone, whatever becomes of the scripts beside it: one file of them for a layer will do.
  const isVendor = module.includes('/node_modules/') && !module.endsWith('.css')
  const split = (name: 'core' | 'start' | 'shell') => (isVendor ? (`${name}-vendor` as const) : name)
  const isStart = users.has(ENTRIES.portal) || (users.has(LOGIN) && users.size > 1)
  // These name the files of pages.
  if (/\/web\/(index\.html$|src\/main\.tsx$|src\/app\/)/.test(module)) return isStart ? 'app' : isUsedBy(SHELL) ? 'routes' : undefined

  // The screens in the game share what they can with the portal, and carry nothing of it besides.
  if (users.has(ENTRIES.display)) return isStart ? split('core') : isOnlyUsedBy([ENTRIES.display], ON_MAP) ? undefined : 'live'
  if (isStart) return split('start')
  if (isUsedBy(SHELL) || (users.has(HOME) && users.size > 1)) return split('shell')
  if (isUsedBy(DESKTOP)) return isOnlyUsedBy(DESKTOP, ON_DESKTOP) ? 'desktop' : split('shell')
  if (users.size > 1 && isOnlyUsedBy(ON_DESKTOP, IN_DESKTOP_FIELDS)) return 'desktop'
  if (users.has(NEW_CALL) && isUsedBy([...AREAS, ...LISTS])) return split('shell')
  if (isUsedBy(MAP) && isOnlyUsedBy(MAP, ON_MAP)) return 'map'
  if (isOnlyUsedBy(CHARTS)) return isVendor ? 'charts' : undefined
  if (isUsedBy(AREAS) || isUsedBy(MAP) || (isUsedBy(LISTS) && users.size > 1)) return 'tables'
  return users.size >= MIN_SHARED ? 'forms' : undefined
}
