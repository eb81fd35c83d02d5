import { dirname, resolve } from 'node:path'
import { parseSync } from 'vite'

/** A page's address and the modules fetched for it: its own and those of its parent routes. */
export type PageRoute = {
  readonly path: string
  /** The address it redirects to; its own address unless it is a redirect. */
  readonly leadsTo: string
  readonly modules: readonly string[]
  readonly isBehindSignIn: boolean
}

type Node = { readonly type: string; readonly [key: string]: unknown }
type Route = {
  readonly parent: string | undefined
  readonly id: string | undefined
  readonly path: string | undefined
  readonly imports: readonly string[]
  readonly leadsTo: string | undefined
}

const SHELL = 'shell'

/** Reads the pages from the sources that declare the routes, so that they need not be listed twice. */
export function readRouteTable(sources: readonly { readonly file: string; readonly code: string }[]): readonly PageRoute[] {
  const routes = sources.flatMap(routesOf)
  const named = new Map(routes.flatMap(({ name, route }) => (name === undefined ? [] : [[name, route] as const])))
  const lineOf = (route: Route): readonly Route[] => {
    const parent = route.parent === undefined ? undefined : named.get(route.parent)
    return parent ? [...lineOf(parent), route] : [route]
  }
  const table = routes.flatMap(({ route }) => {
    const line = lineOf(route)
    const path = pathOf(line)
    // A layout route that is no page itself, or a catch-all.
    if (route.path === undefined || route.path === '$') return []
    const modules = line.flatMap(({ imports }) => imports)
    const isPage = route.imports.length > 0 || drawsItself(line.at(-2))
    return [{ path, modules, isBehindSignIn: line.some(({ id }) => id === SHELL), isPage, to: route.leadsTo }]
  })
  // An index route comes after its parent and replaces it.
  const pages = new Map(
    table.flatMap(({ isPage, to: _to, ...page }) => (isPage ? [[page.path, { ...page, leadsTo: page.path }] as const] : [])),
  )
  const ways = table.flatMap(({ path, to }) => {
    const target = to === undefined ? undefined : pages.get(to)
    return target ? [{ ...target, path }] : []
  })
  return [...new Map([...pages.values(), ...ways].map((page) => [page.path, page])).values()]
}

/** A layout that is a page at each address below it. */
const drawsItself = (parent: Route | undefined): boolean =>
  parent !== undefined && parent.path === undefined && parent.id !== SHELL && parent.imports.length > 0

const pathOf = (line: readonly Route[]): string =>
  line
    .map(({ path }) => path ?? '')
    .join('/')
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1') || '/'

function routesOf({ file, code }: { readonly file: string; readonly code: string }) {
  const program = parseSync(file, code).program as unknown as Node
  const constants = new Map<string, Node>()
  const calls: { readonly name: string | undefined; readonly options: Node }[] = []
  walk(program, (node, parent) => {
    const declared = node.type === 'VariableDeclarator' ? nameOf(node['id']) : undefined
    if (declared !== undefined && isNode(node['init'])) constants.set(declared, node['init'])
    if (node.type !== 'CallExpression' || nameOf(node['callee']) !== 'createRoute') return
    const [options] = node['arguments'] as readonly Node[]
    if (options) calls.push({ name: parent?.type === 'VariableDeclarator' ? nameOf(parent['id']) : undefined, options })
  })
  const importsOf = (component: Node | undefined): readonly string[] => {
    const found: string[] = []
    if (!component) return found
    const name = nameOf(component)
    walk((name === undefined ? undefined : constants.get(name)) ?? component, ({ type, source }) => {
      if (type === 'ImportExpression') found.push(resolve(dirname(file), textOf(source) ?? ''))
    })
    return found
  }
  return calls.map(({ name, options }) => {
    const option = (key: string): Node | undefined =>
      (options['properties'] as readonly Node[]).find((property) => nameOf(property['key']) === key)?.['value'] as Node | undefined
    const before = option('beforeLoad')
    const [target] = before && nameOf(before['callee']) === 'leadTo' ? (before['arguments'] as readonly Node[]) : []
    const route: Route = {
      parent: nameOf(option('getParentRoute')?.['body']),
      id: textOf(option('id')),
      path: textOf(option('path')),
      imports: importsOf(option('component')),
      leadsTo: textOf(target),
    }
    return { name, route }
  })
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const nameOf = (node: unknown): string | undefined => (isNode(node) && node.type === 'Identifier' ? String(node['name']) : undefined)
const textOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined

function walk(node: Node, visit: (node: Node, parent: Node | undefined) => void, parent?: Node): void {
  visit(node, parent)
  for (const value of Object.values(node)) {
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) walk(each, visit, node)
  }
}
