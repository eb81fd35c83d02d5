import { globSync, readFileSync } from 'node:fs'
import * as contract from '../../../contract/src/index.ts'
import { describeInputs } from '../../../contract/src/describe/inputs.ts'
import { fromRoot } from '../paths.mjs'

/*
 * Names that leave a process beside calls, rooms and messages: others store it, type it or have it in a configuration. Most of it is read from the
 * sources, since it is declared where it is used.
 */

const readSources = (folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: fromRoot() })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.tsx?$|\/(testing|simulate|node_modules)\//.test(file))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(fromRoot(file), 'utf8') }))

const found = (sources, pattern) => sources.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => match[1]))
/** The text after an opening, up to the end of its block. */
const bodyOf = (sources, opening, end = '\n}') => {
  const source = sources.find(({ text }) => text.includes(opening))
  if (source === undefined) throw new Error(`No source has: ${opening}`)
  const from = source.text.indexOf(opening) + opening.length
  const to = source.text.indexOf(end, from)
  return [{ file: source.file, text: source.text.slice(from, to === -1 ? undefined : to) }]
}
/** The keys of a type literal with one key per line. */
const keysOf = (sources, opening) => found(bodyOf(sources, opening), /\n {2}['"]?([a-zA-Z.-]+)['"]?: \(/g)

/** Everything with a name, sorted, by kind, and what the portal reads from outside, as JSON Schema. */
export function describeNames() {
  const [contractSources, server, web, bridge] = ['contract/src', 'server/src', 'web/src', 'bridge/src'].map(readSources)
  const help = bodyOf(server, 'const HELP = `', '`')
  const config = JSON.parse(readFileSync(fromRoot('bridge/config.json'), 'utf8'))
  const names = {
    headers: Object.values(contract.HEADERS),
    'error codes': Object.entries(contract.ERROR_STATUS).map(([code, status]) => `${code}: ${status}`),
    'addresses of sockets': [contract.REALTIME_PATH, contract.BRIDGE_NAMESPACE, contract.DISPLAY_NAMESPACE],
    'messages of the socket': [
      'ServerToClient = MapToClient & {',
      'ClientToServer = ClientToMap & {',
      'MapToClient = {',
      'ClientToMap = {',
    ].flatMap((opening) => keysOf(contractSources, `export type ${opening}`)),
    'audit actions': Object.entries(contract.AUDIT_ACTIONS).flatMap(([noun, actions]) => actions.map((action) => `${noun}.${action}`)),
    jobs: found(server, /name: '([a-z][a-z-]+)',\s*payload: z\./g),
    'environment variables': found(bodyOf(server, 'const Env = z.object({'), /\n {2}([A-Z_]+): /g),
    'console commands': found(help, /\n {2}([a-z]+(?: [a-z-]+)?) {1,}/g),
    'options of the console': found(help, /(--[a-z-]+)/g),
    'addresses of pages': pageAddresses(web.map(({ text }) => text).join('\n')),
    'columns of CSV files': csvColumns(web),
    'kept in the browser': [
      ...found(web, /const (?:TOKEN_|DEVICE_)?KEY = '([^']+)'/g),
      ...found(web, /\bleftOpen\(\s*'([^']+)'/g).map((part) => `open.${part}`),
      ...found(web, /\b(?:key|keyOf|keyFor|draftKey)(?:: | ?=)[^`\n]*`([a-zA-Z-]+[.:][^`]*\$\{(?:user|server)Id[^`]*)`/g),
    ],
    'settings of the resource': [...found(bridge, /(?:convar\(|READER = )'(tenfour_\w+)'/g), ...leaves(config)],
    'commands in the game': found(bodyOf(bridge, 'export const ALIASES'), /: '(tf\w+)'/g),
    'events in the game': found(bridge, /'(tenfour:[\w:]+)'/g),
    'exports of the resource': ['const published = {', 'const publishedRecords = {'].flatMap((opening) =>
      found(bodyOf(bridge, opening), /\n {4}(\w+): \(/g),
    ),
  }
  for (const [kind, each] of Object.entries(names)) if (each.length === 0) throw new Error(`Nothing was found for '${kind}'`)
  return { inputs: describeInputs(), names: Object.fromEntries(Object.entries(names).map(([kind, each]) => [kind, sorted(each)])) }
}

const sorted = (names) => [...new Set(names)].toSorted((a, b) => (a < b ? -1 : 1))

/** Paths of all settings in the shipped configuration, such as `commands.panic`. */
function leaves(value, path = '') {
  if (typeof value !== 'object' || Array.isArray(value)) return [path]
  return Object.entries(value).flatMap(([key, child]) => leaves(child, path ? `${path}.${key}` : key))
}

/** Full addresses: a route's path appended to those of its parents. */
function pageAddresses(text) {
  const declared = [...text.matchAll(/(?:const (\w+) = )?(?:page|frame)\((\w+), '([^']+)'/g)]
  const routes = declared.map(([, name, parent, path]) => ({ name, parent, path: path.startsWith('/') ? path : '' }))
  const fullPath = (route) => (route === undefined ? '' : `${fullPath(routes.find(({ name }) => name === route.parent))}${route.path}`)
  return routes.map((route) => fullPath(route).replace(/(?<=.)\/$/, '')).filter(Boolean)
}

/** Such as `dispatch/calls: Caller`. */
function csvColumns(web) {
  const makers = web.filter(({ text }) => /\btoCsv\(\s*(?:HEADER|COLUMNS|\[)/.test(text))
  return makers.flatMap((source) => {
    const [, noun] = /\/features\/(\w+\/[\w-]+)\//.exec(source.file) ?? []
    const columns = [
      ...found([source], /\n {2}\[\s*'([^']+)',(?!\s*')/g),
      ...found([source], /(?:const HEADER = |\btoCsv\(\s*)\[([^\]]*)\]/g).flatMap((list) => found([{ text: list }], /'([^']+)'/g)),
    ]
    return columns.map((column) => `${noun}: ${column}`)
  })
}
