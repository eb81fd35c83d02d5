import { basename, dirname } from 'node:path'
import type { Rolldown } from 'vite'
import type { DeclaredPanel } from './panels.ts'

/**
 * Assigns modules to output files. One file per module shared by two pages made a page take a hundred requests; grouping modules that are
 * used together avoids that. Usage is read from a first, ungrouped build, because only the bundler knows what is left of a library after
 * tree shaking.
 *
 * A layer depends only on itself and the layers above it. No layer contains the file names of pages, so a changed page leaves the layers
 * cached; the code that does name them (`web/src/app/`) has files of its own. Libraries that every page needs are separated from our own
 * code, so that they stay cached across releases.
 */
export type Use = {
  /** The module ids that each entry needs before it can run; entries by path, or by the name of their file where it has other contents too. */
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
    entries.set(chunk.facadeModuleId ?? chunk.name, new Set([...files].flatMap((file) => chunks.get(file)?.moduleIds ?? [])))
  }
  return { entries }
}

const ENTRIES = { display: 'dui.html', portal: 'index.html' }
const LOGIN = 'LoginPage.tsx'
/** Loaded by every page behind the sign-in. */
const SHELL = ['routes.ts', 'Shell.tsx', 'NavBar.tsx']
const HOME = 'HomePage.tsx'
/** Fetched by the home page alone, which shares parts with it. */
const ON_HOME = ['FirstEvening.port.tsx']
/** The parts of the desktop as it opens, besides its first panels. */
const DESKTOP = ['DesktopPage'].map(tsx)
/** Beside the desktop, on any page of someone on duty. */
const RECORDS = ['RecordsHost'].map(tsx)
/** Desktop fields that are fetched on first use; by the name of their file, or without its ending where the file has other contents too. */
const IN_DESKTOP_FIELDS = ['TypeSelect', 'UnitSearch'].flatMap((name) => [name, tsx(name)])
/** Opens by itself on the desktop, which must not fetch a table for one function of its. */
const NEW_CALL = tsx('NewCallPanel.port')
const MAP = ['LivemapPage', 'LivemapView'].map(tsx)
const ON_MAP = ['MapScreen', 'MapSettings.port', 'PlayerView'].map(tsx)
const CHARTS = ['RateChart', 'PlayerChart', 'HoursChart'].map(tsx)
const LISTS = ['ManageUsersPage', 'MembersPage', 'AnnouncementsPage'].map(tsx)
const AREAS = ['AdminArea', 'DiscordArea', 'StaffArea'].map(tsx)
/** Forms as long as a page, with what is unsaved in sight. */
const LONG_FORMS = ['UserPage', 'PortalSettingsPage'].map(tsx)
/** Has cards of many features, each of which shares a few lines with one other page. */
const ACCOUNT_SETTINGS = tsx('AccountSettingsPage')
/** Pages of administration; parts that they share are in the file of tables, which each of them fetches anyway. */
const HEALTH = ['AdminPage', 'HealthPage'].map(tsx)
export const NAMED = [
  ENTRIES.display,
  ENTRIES.portal,
  LOGIN,
  SHELL,
  HOME,
  ON_HOME,
  DESKTOP,
  RECORDS,
  MAP,
  ON_MAP,
  CHARTS,
  LISTS,
  AREAS,
  LONG_FORMS,
  ACCOUNT_SETTINGS,
  HEALTH,
].flat()
/** A module shared by fewer entries than this gets no group. */
const MIN_SHARED = 3

function tsx(name: string): string {
  return `${name}.tsx`
}

/** Dependencies first: a group pulls in what it needs unless that already belongs to an earlier group. */
const GROUPS = [
  'core-vendor',
  'core',
  'live',
  'start-vendor',
  'start',
  'sign-in',
  'shell',
  'work',
  'home',
  'tables',
  'forms',
  'desktop',
  'menus',
  'records',
  'map',
  'charts',
  'app',
  'routes',
] as const
type Group = (typeof GROUPS)[number]

/** The groups as the bundler's options. */
export const codeSplitting = (groups: ReadonlyMap<string, Group>) => ({
  groups: GROUPS.map((name, index) => ({ name, priority: GROUPS.length - index, test: (id: string) => groups.get(id) === name })),
})

/** Everything that is fetched for the desktop, by where its file is: no panel, menu or dialog of it is listed here. */
function sortEntries(entries: Iterable<string>, panels: readonly DeclaredPanel[]) {
  const features = new Set(panels.map(({ feature }) => feature))
  const isPart = (entry: string): boolean => {
    for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) if (features.has(folder)) return true
    return /\/(features\/dispatch|src\/panels)\//.test(entry)
  }
  const kinds = { DESKTOP: [] as string[], ON_DESKTOP: [] as string[], ON_RECORDS: [] as string[], ON_MAP: [] as string[] }
  const kindOf = (entry: string): keyof typeof kinds | undefined => {
    const name = basename(entry)
    const panel = panels.find(({ file }) => file === entry)
    if (DESKTOP.includes(name) || panel?.isFirst) return 'DESKTOP'
    if (RECORDS.includes(name)) return 'ON_RECORDS'
    if (ON_MAP.includes(name)) return 'ON_MAP'
    if (name.endsWith('Page.tsx') || MAP.includes(name) || !isPart(entry)) return undefined
    // Lookups, BOLOs, reports, warrants and characters are fetched once the desktop is drawn.
    if (/\/features\/(records|legal)\//.test(entry)) return 'ON_RECORDS'
    return /\/features\/game\//.test(entry) ? 'ON_MAP' : 'ON_DESKTOP'
  }
  for (const entry of entries) {
    const kind = kindOf(entry)
    if (kind) kinds[kind].push(basename(entry))
  }
  return kinds
}
type Kinds = ReturnType<typeof sortEntries>

/** The group of each module. A module without one is placed by the bundler, next to its only user. */
export function groupModules({ entries }: Use, panels: readonly DeclaredPanel[]): ReadonlyMap<string, Group> {
  const usedBy = new Map<string, Set<string>>()
  for (const [entry, modules] of entries) {
    for (const module of modules) usedBy.set(module, (usedBy.get(module) ?? new Set()).add(basename(entry)))
  }
  const names = new Set([...entries.keys()].map((entry) => basename(entry)))
  for (const name of [...NAMED, NEW_CALL]) {
    if (!names.has(name)) throw new Error(`web/build/chunks.ts names ${name}, which is not fetched by itself (any more)`)
  }
  for (const { file } of panels) {
    if (!entries.has(file)) throw new Error(`The panel ${file} is not fetched by itself`)
  }
  const kinds = sortEntries(entries.keys(), panels)
  const groups = new Map<string, Group>()
  for (const [module, users] of usedBy) {
    const group = groupOf(module, users, kinds)
    if (group) groups.set(module, group)
  }
  return groups
}

function groupOf(
  module: string,
  users: ReadonlySet<string>,
  { DESKTOP: ON_OPENING, ON_DESKTOP, ON_RECORDS, ON_MAP: ON_ANY_MAP }: Kinds,
): Group | undefined {
  const isUsedBy = (names: readonly string[]) => names.some((name) => users.has(name))
  const isOnlyUsedBy = (...names: readonly (readonly string[])[]) => [...users].every((user) => names.some((some) => some.includes(user)))
  // A stylesheet is cached by its content, independently of the scripts, so one file per layer is enough.
  const isVendor = module.includes('/node_modules/') && !module.endsWith('.css')
  const split = (name: 'core' | 'start') => (isVendor ? (`${name}-vendor` as const) : name)
  const isStart = users.has(ENTRIES.portal) || (users.has(LOGIN) && users.size > 1)
  // These contain the file names of pages; their styles do not, and travel with the others.
  if (/\/web\/(index\.html$|src\/main\.tsx$|src\/app\/(?!pages\/))/.test(module)) {
    if (module.endsWith('.css')) return isStart ? 'start' : isUsedBy(SHELL) ? 'shell' : undefined
    return isStart ? 'app' : isUsedBy(SHELL) ? 'routes' : undefined
  }

  // The in-game screens share what they can with the portal and load nothing else of it.
  if (users.has(ENTRIES.display)) return isStart ? split('core') : isOnlyUsedBy([ENTRIES.display], ON_ANY_MAP) ? undefined : 'live'
  // The sign-in has fields of passwords, which hardly any other page has, and the frame of the pages beside it.
  if (isStart)
    return (isVendor || module.includes('/portal/login/')) && !isUsedBy([ENTRIES.portal, HOME, ...SHELL, ...ON_OPENING])
      ? 'sign-in'
      : split('start')
  if (isUsedBy(SHELL)) return 'shell'
  // One stylesheet fewer on the page that everyone opens.
  if (users.has(HOME) && module.endsWith('.css') && isOnlyUsedBy([HOME], ON_HOME)) return 'home'
  // Modules that the home page shares with forms are not for the desktop. The file of tables, which the map loads, can't depend on them.
  if (users.has(HOME) && !isOnlyUsedBy([HOME], ON_HOME)) return isUsedBy([...ON_OPENING, ...MAP, ...LISTS, ...AREAS]) ? 'shell' : 'home'
  if (isUsedBy(ON_OPENING)) {
    if (isOnlyUsedBy(ON_OPENING, ON_DESKTOP, ON_RECORDS)) return 'desktop'
    // Modules that the desktop shares with the map and a few pages are not for the home page.
    return isUsedBy([...AREAS, ...LISTS]) ? 'shell' : 'work'
  }
  if (users.size > 1 && isOnlyUsedBy(ON_RECORDS)) return 'records'
  // Menus and dialogs that open on the desktop on request, and are not needed to draw it.
  if (users.size > 1 && isOnlyUsedBy(ON_DESKTOP, IN_DESKTOP_FIELDS, ON_RECORDS)) return 'menus'
  if (users.has(NEW_CALL) && isUsedBy([...AREAS, ...LISTS])) return 'shell'
  if (isUsedBy(MAP) && isOnlyUsedBy(MAP, ON_ANY_MAP)) return 'map'
  if (isOnlyUsedBy(CHARTS)) return isVendor ? 'charts' : undefined
  if (users.size > 1 && isOnlyUsedBy(HEALTH)) return 'tables'
  if (isUsedBy(AREAS) || isUsedBy(MAP) || (isUsedBy(LISTS) && users.size > 1)) return 'tables'
  if (users.size > 1 && (isOnlyUsedBy(LONG_FORMS) || users.has(ACCOUNT_SETTINGS))) return 'forms'
  // Modules that a panel of records shares with a page.
  if (users.size > 1 && isUsedBy(ON_RECORDS)) return 'forms'
  return users.size >= MIN_SHARED ? 'forms' : undefined
}
