import { dirname, resolve } from 'node:path'
import { importsIn, isNode, nameOf, optionOf, parse, textOf, walk, type Node } from './syntax.ts'

/** A page's address and the modules fetched for it: its own and those of its parent routes. */
export type PageRoute = {
  readonly path: string
  readonly modules: readonly string[]
  readonly isBehindSignIn: boolean
  /** The names of the endpoints it calls first. */
  readonly firstCalls: readonly string[]
}

type Route = {
  readonly parent: string | undefined
  /** Of a frame, which adds nothing to the address. */
  readonly id: string | undefined
  readonly path: string | undefined
  readonly imports: readonly string[]
  readonly leadsTo: string | undefined
  readonly firstCalls: readonly string[]
}

const SHELL = 'shell'

/** Reads the pages from the sources of the table of routes (`web/src/app/`), so that they need not be listed twice. */
export function readRouteTable(sources: readonly { readonly file: string; readonly code: string }[]): readonly PageRoute[] {
  const files = sources.map(({ file, code }) => ({ file, program: parse(file, code) }))
  const components = new Map(files.flatMap(componentsOf))
  const routes = files.flatMap(({ program, file }) => rowsOf(program, file, components))
  const named = new Map(routes.flatMap(({ name, route }) => (name === undefined ? [] : [[name, route] as const])))
  const lineOf = (route: Route): readonly Route[] => {
    const parent = route.parent === undefined ? undefined : named.get(route.parent)
    return parent ? [...lineOf(parent), route] : [route]
  }
  const table = routes.flatMap(({ route }) => {
    const line = lineOf(route)
    const path = pathOf(line)
    // A frame that is no page itself, or a catch-all.
    if (route.path === undefined || route.path === '$') return []
    const page = {
      path,
      modules: line.flatMap(({ imports }) => imports),
      isBehindSignIn: line.some(({ id }) => id === SHELL),
      firstCalls: route.firstCalls,
    }
    return [{ page, isPage: route.imports.length > 0 || drawsItself(line.at(-2)), to: route.leadsTo }]
  })
  // An index route comes after its parent and replaces it.
  const pages = new Map(table.flatMap(({ page, isPage }) => (isPage ? [[page.path, page] as const] : [])))
  const ways = table.flatMap(({ page: { path }, to }) => {
    const target = to === undefined ? undefined : pages.get(to)
    return target ? [{ ...target, path }] : []
  })
  return [...new Map([...pages.values(), ...ways].map((page) => [page.path, page])).values()]
}

/** A frame that is a page at each address below it. */
const drawsItself = (parent: Route | undefined): boolean =>
  parent !== undefined && parent.path === undefined && parent.id !== SHELL && parent.imports.length > 0

const pathOf = (line: readonly Route[]): string =>
  line
    .map(({ path }) => path ?? '')
    .join('/')
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1') || '/'

/** The modules of each component that has a name, from `const Name = lazyPage(…)`. */
function componentsOf({ file, program }: { readonly file: string; readonly program: Node }) {
  const found: (readonly [string, readonly string[]])[] = []
  walk(program, (node) => {
    const name = node.type === 'VariableDeclarator' ? nameOf(node['id']) : undefined
    if (name !== undefined && isNode(node['init'])) found.push([name, modulesIn(node['init'], file)])
  })
  return found
}

const modulesIn = (node: Node, file: string): readonly string[] => importsIn(node).map((source) => resolve(dirname(file), source))

/** The rows of one file: `page(parent, '/address', { … })` and `frame(parent, 'id', { … })`. */
function rowsOf(program: Node, file: string, components: ReadonlyMap<string, readonly string[]>) {
  const rows: { readonly name: string | undefined; readonly call: Node; readonly isFrame: boolean }[] = []
  walk(program, (node, parent) => {
    const called = node.type === 'CallExpression' ? nameOf(node['callee']) : undefined
    if (called !== 'page' && called !== 'frame') return
    rows.push({ name: parent?.type === 'VariableDeclarator' ? nameOf(parent['id']) : undefined, call: node, isFrame: called === 'frame' })
  })
  const importsOf = (component: Node | undefined): readonly string[] =>
    component ? (components.get(nameOf(component) ?? '') ?? modulesIn(component, file)) : []
  return rows.map(({ name, call, isFrame }) => {
    const [parent, at, row] = call['arguments'] as readonly Node[]
    const firstCalls = (optionOf(row, 'firstCalls')?.['elements'] ?? []) as readonly Node[]
    const route: Route = {
      parent: nameOf(parent),
      id: isFrame ? textOf(at) : undefined,
      path: isFrame ? undefined : textOf(at),
      imports: importsOf(optionOf(row, 'component')),
      leadsTo: textOf(optionOf(row, 'leadsTo')),
      firstCalls: firstCalls.flatMap((each) => textOf(each) ?? []),
    }
    return { name, route }
  })
}
