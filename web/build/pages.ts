import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS, me, REALTIME_PATH, type Endpoint } from '@tenfour/contract'
import type { Plugin, Rolldown } from 'vite'
import { readRouteTable, type PageRoute } from './route-table.ts'

/** The files and calls that the server adds to the document for an address, so that all are requested at once rather than one by one. */
export type Page = {
  /** `$name` matches any segment. */
  readonly path: string
  /** Scripts and stylesheets beyond those the document itself references. */
  readonly files: readonly string[]
  readonly calls: FirstCalls
}

/** The page fills in `:userId` from the response to `auth/me`. */
export type FirstCalls = {
  /** Requested without a session. */
  readonly signedOut: readonly string[]
  /** Requested with a session. */
  readonly signedIn: readonly string[]
  /** Opened with a session: the realtime connection, as Socket.IO opens a WebSocket. */
  readonly socket?: string
}

/** The first calls of a page by its row; the sign-in asks, besides its own, whether there is a session already. */
export function firstCallsOf({ firstCalls, isBehindSignIn }: Pick<PageRoute, 'firstCalls' | 'isBehindSignIn'>): FirstCalls {
  const endpoints = firstCalls.map((call) => {
    const [name = '', query] = call.split('?')
    const endpoint = new Map<string, Endpoint>(Object.entries(ENDPOINTS)).get(name)
    if (!endpoint) throw new Error(`The table of routes has ${name} among the first calls of a page, which is no endpoint`)
    return query === undefined ? endpoint.path : `${endpoint.path}?${query}`
  })
  if (isBehindSignIn) return { signedOut: [], signedIn: [me.path, ...endpoints], socket: `${REALTIME_PATH}/?EIO=4&transport=websocket` }
  return { signedOut: endpoints, signedIn: endpoints.length > 0 ? [me.path] : [] }
}

const APP = join(import.meta.dirname, '../src/app')
/** Fetched for every page behind the sign-in. */
const ALL_ROUTES = join(APP, 'routes.ts')
/** The table of routes, from all files that hold a part of it. */
export const routeTable = (): readonly PageRoute[] => {
  const files = readdirSync(APP).filter((name) => /(?<!\.test)\.ts$/.test(name))
  return readRouteTable(files.map((name) => ({ file: join(APP, name), code: readFileSync(join(APP, name), 'utf8') })))
}

/** Writes `pages.json` beside the document. */
export const pageFiles = (): Plugin => ({
  name: 'page-files',
  apply: 'build',
  generateBundle(_options, bundle) {
    const { pages, documentFiles } = listPages(bundle)
    const tooMany = findTooMany(pages, documentFiles)
    if (tooMany.length > 0) this.error(`Too many files for a page, see web/build/chunks.ts:\n${tooMany.join('\n')}`)
    this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages) })
  },
})

/** Maximum scripts per page, including those of the document. */
const MAX_SCRIPTS = 12
const MAX_SCRIPTS_ELSEWHERE = 17
const MAX_VISITED = ['/login', '/user/home', '/cad/desktop', '/livemap', '/admin/users']

/** Pages that need more files than allowed; also reports a most-visited page that is missing altogether. */
export function findTooMany(pages: readonly Page[], documentFiles: readonly string[]): readonly string[] {
  const scripts = (files: readonly string[]) => files.filter((file) => file.endsWith('.js')).length
  const limits = pages.map(({ path, files }) => {
    const limit = MAX_VISITED.includes(path) ? MAX_SCRIPTS : MAX_SCRIPTS_ELSEWHERE
    return { path, count: scripts(documentFiles) + scripts(files), limit }
  })
  const missing = MAX_VISITED.filter((path) => !pages.some((page) => page.path === path)).map((path) => `${path} is no page`)
  return [
    ...limits.filter(({ count, limit }) => count > limit).map(({ path, count, limit }) => `${path}: ${count} of ${limit}`),
    ...missing,
  ]
}

function listPages(bundle: Rolldown.OutputBundle): { readonly pages: readonly Page[]; readonly documentFiles: readonly string[] } {
  const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
  const document = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/index.html'))
  if (!document) throw new Error('The build has no chunk for index.html')
  const filesOf = (from: readonly Rolldown.OutputChunk[]): ReadonlySet<string> => {
    const names = new Set(from.map(({ fileName }) => fileName))
    for (const name of names) for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) names.add(imported)
    const needed = chunks.filter(({ fileName }) => names.has(fileName))
    return new Set([...needed.map(({ fileName }) => fileName), ...needed.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])])
  }
  const own = filesOf([document])
  const pages = routeTable().flatMap(({ path, modules, isBehindSignIn, firstCalls }) => {
    const wanted = isBehindSignIn ? [ALL_ROUTES, ...modules] : modules
    const holders = wanted.flatMap((module) => chunks.filter(({ moduleIds }) => moduleIds.includes(module)))
    // A route that only leads elsewhere has no files.
    if (holders.length === 0) return []
    const files = [...filesOf(holders)].filter((name) => !own.has(name))
    return [{ path, files, calls: firstCallsOf({ firstCalls, isBehindSignIn }) }]
  })
  return { pages, documentFiles: [...own] }
}
