import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { firstCalls, type FirstCalls } from './first-calls.ts'
import { readRouteTable } from './route-table.ts'

/** What the server adds to the page for an address, so that all of it is asked for at once instead of one after the other. */
export type Page = {
  /** With `$name` for a part that can be anything. */
  readonly path: string
  /** Scripts and stylesheets beyond those that the document names itself. */
  readonly files: readonly string[]
  readonly calls: FirstCalls
}

const APP = join(import.meta.dirname, '../src/app')
/** Fetched for every page behind the sign-in, whichever it is. */
const ALL_ROUTES = join(APP, 'routes.ts')

/** Writes `pages.json` beside the document. */
export const pageFiles = (): Plugin => ({
  name: 'page-files',
  apply: 'build',
  generateBundle(_options, bundle) {
    this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(listPages(bundle)) })
  },
})

function listPages(bundle: Rolldown.OutputBundle): readonly Page[] {
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
  const routes = ['outer-routes.ts', 'routes.ts'].map((name) => ({ file: join(APP, name), code: readFileSync(join(APP, name), 'utf8') }))
  return readRouteTable(routes).flatMap(({ path, leadsTo, modules, isBehindSignIn }) => {
    const wanted = isBehindSignIn ? [ALL_ROUTES, ...modules] : modules
    const holders = wanted.flatMap((module) => chunks.filter(({ moduleIds }) => moduleIds.includes(module)))
    // The gallery of components is no part of a build.
    if (holders.length === 0) return []
    const files = [...filesOf(holders)].filter((name) => !own.has(name))
    return [{ path, files, calls: firstCalls(leadsTo, isBehindSignIn) }]
  })
}
