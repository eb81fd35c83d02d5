import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import * as contract from '@tenfour/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fromRoot } from './lib/paths.mjs'

/*
 * Every name that leaves a process. Others call it, store it or have it in a configuration, so names may be added but never removed.
 * `RECORD=1 npx vitest run scripts/names.test.mjs` adds new names to names.json; it removes none.
 */
const RECORDED = fromRoot('scripts/names.json')

const sources = (folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: fromRoot() })
    .filter((file) => !/\.test\.tsx?$|[\\/](testing|simulate|node_modules)[\\/]/.test(file))
    .map((file) => readFileSync(fromRoot(file), 'utf8'))
const [contractSources, serverSources, webSources, bridgeSources] = ['contract/src', 'server/src', 'web/src', 'bridge/src'].map(sources)
const found = (texts, pattern) => texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1]))
const bodyOf = (texts, opening) => {
  const text = texts.find((each) => each.includes(opening))
  if (text === undefined) throw new Error(`No source has: ${opening}`)
  const from = text.indexOf(opening) + opening.length
  return text.slice(from, text.indexOf('\n}', from) === -1 ? undefined : text.indexOf('\n}', from))
}
/** The keys of a type literal with one key per line. */
const keysOf = (texts, opening) => found([bodyOf(texts, opening)], /\n {2}['"]?([a-zA-Z.-]+)['"]?: \(/g)

/** `body.name`, `response[].status=en route`: each field by its path, and each value of an enumeration. */
function fieldsOf(schema, at) {
  if (!schema) return []
  const names = new Set()
  const json = z.toJSONSchema(schema, { unrepresentable: 'any', io: at.startsWith('response') ? 'output' : 'input' })
  const walk = (node, path, depth = 0) => {
    if (typeof node !== 'object' || node === null || depth > 12) return
    for (const value of node.enum ?? ('const' in node ? [node.const] : [])) names.add(`${path}=${value}`)
    for (const [key, child] of Object.entries(node.properties ?? {})) {
      names.add(`${path}.${key}`)
      walk(child, `${path}.${key}`, depth + 1)
    }
    if (node.items) walk(node.items, `${path}[]`, depth + 1)
    if (typeof node.additionalProperties === 'object') walk(node.additionalProperties, `${path}.*`, depth + 1)
    for (const each of [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])]) walk(each, path, depth + 1)
    if (node.$ref) walk(json.$defs?.[node.$ref.split('/').at(-1)], path, depth + 1)
  }
  walk(json, at)
  return [...names]
}

const { DisplayState, DisplayChange, DisplayPlaces, DisplayMap, DisplayAuth } = contract
const endpoints = Object.entries(contract.ENDPOINTS)
const rooms = Object.entries(contract.ROOMS)
const messages = (table) =>
  Object.entries(table).flatMap(([name, { payload, answer }]) => [
    name,
    ...[...fieldsOf(payload, 'payload'), ...fieldsOf(answer, 'answer')].map((field) => `${name} ${field}`),
  ])

const NAMES = {
  operations: endpoints.map(([name, { method, path }]) => `${name}: ${method} ${path}`),
  'fields of the API': endpoints.flatMap(([name, { params, query, body, response }]) =>
    [...fieldsOf(params, 'params'), ...fieldsOf(query, 'query'), ...fieldsOf(body, 'body'), ...fieldsOf(response, 'response')].map(
      (field) => `${name} ${field}`,
    ),
  ),
  headers: Object.values(contract.HEADERS),
  'error codes': Object.entries(contract.ERROR_STATUS).map(([code, status]) => `${code}: ${status}`),
  rooms: rooms.map(([name, { params }]) => contract.roomKey(name, Object.fromEntries(Object.keys(params.shape).map((key) => [key, key])))),
  'events of rooms': rooms.flatMap(([room, { snapshot, events }]) => [
    ...fieldsOf(snapshot, 'snapshot').map((field) => `${room} ${field}`),
    ...Object.entries(events).flatMap(([event, payload]) => [
      `${room} ${event}`,
      ...fieldsOf(payload, 'payload').map((field) => `${room} ${event} ${field}`),
    ]),
  ]),
  'messages of the socket': [
    'ServerToClient = MapToClient & {',
    'ClientToServer = ClientToMap & {',
    'MapToClient = {',
    'ClientToMap = {',
  ].flatMap((opening) => keysOf(contractSources, `export type ${opening}`)),
  'addresses of sockets': [contract.REALTIME_PATH, contract.BRIDGE_NAMESPACE, contract.DISPLAY_NAMESPACE],
  'messages to the portal from the game': messages(contract.TO_PORTAL),
  'messages to the game': messages(contract.TO_BRIDGE),
  'events of the game': Object.entries(contract.EVENT_PAYLOADS).flatMap(([kind, payload]) => [
    kind,
    ...fieldsOf(payload, 'payload').map((field) => `${kind} ${field}`),
  ]),
  'messages of displays': [
    ...keysOf(contractSources, 'export type PortalToDisplay = {'),
    'refresh',
    ...Object.entries({ DisplayState, DisplayChange, DisplayPlaces, DisplayMap, DisplayAuth }).flatMap(([name, schema]) =>
      fieldsOf(schema, name),
    ),
  ],
  'audit actions': Object.entries(contract.AUDIT_ACTIONS).flatMap(([noun, actions]) => actions.map((action) => `${noun}.${action}`)),
  jobs: found(serverSources, /name: '([a-z][a-z-]+)',\s*payload: z\./g),
  migrations: globSync('server/src/platform/database/migrations/*.sql', { cwd: fromRoot() }).map(
    (file) =>
      `${basename(file)} ${createHash('sha256')
        .update(readFileSync(fromRoot(file)))
        .digest('hex')}`,
  ),
  'environment variables': found([bodyOf(serverSources, 'const Env = z.object({')], /\n {2}([A-Z_]+): /g),
  'console commands': found([bodyOf(serverSources, 'const HELP = `').split('`')[0]], /\n {2}([a-z]+(?: [a-z-]+)?) {1,}/g),
  'options of the console': found([bodyOf(serverSources, 'const HELP = `').split('`')[0]], /(--[a-z-]+)/g),
  'addresses of pages': pageAddresses(),
  'kept in the browser': [
    ...found(webSources, /const (?:TOKEN_)?KEY = '([^']+)'/g),
    ...found(webSources, /\b(?:key|keyOf|keyFor|draftKey)(?:: | ?=)[^`\n]*`([a-zA-Z-]+[.:][^`]*\$\{(?:user|server)Id[^`]*)`/g),
  ],
  'settings of the resource': [
    ...found(bridgeSources, /(?:convar\(|READER = )'(tenfour_\w+)'/g),
    ...leaves(JSON.parse(readFileSync(fromRoot('bridge/config.json'), 'utf8'))),
  ],
  'commands in the game': found([bodyOf(bridgeSources, 'export const ALIASES')], /: '(tf\w+)'/g),
  'events in the game': found(bridgeSources, /'(tenfour:[\w:]+)'/g),
  'exports of the resource': ['const published = {', 'const publishedRecords = {'].flatMap((opening) =>
    found([bodyOf(bridgeSources, opening)], /\n {4}(\w+): \(/g),
  ),
}

/** Paths of all settings in the shipped configuration, such as `commands.panic`. */
function leaves(value, path = '') {
  if (typeof value !== 'object' || Array.isArray(value)) return [path]
  return Object.entries(value).flatMap(([key, child]) => leaves(child, path ? `${path}.${key}` : key))
}

/** Full addresses: a route's path appended to those of its parents. */
function pageAddresses() {
  const text = webSources.join('\n')
  const declared = [...text.matchAll(/(?:const (\w+) = )?(?:page|frame)\((\w+), '([^']+)'/g)]
  const routes = declared.map(([, name, parent, path]) => ({ name, parent, path: path.startsWith('/') ? path : '' }))
  const fullPath = (route) => (route === undefined ? '' : `${fullPath(routes.find(({ name }) => name === route.parent))}${route.path}`)
  return routes.map((route) => fullPath(route).replace(/(?<=.)\/$/, '')).filter(Boolean)
}

const recorded = JSON.parse(readFileSync(RECORDED, 'utf8'))
const sorted = (names) => [...new Set(names)].toSorted((a, b) => (a < b ? -1 : 1))

if (process.env['RECORD']) {
  const all = Object.entries(NAMES).map(([kind, names]) => [kind, sorted([...(recorded[kind] ?? []), ...names])])
  writeFileSync(RECORDED, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`)
}

test.each(Object.keys({ ...recorded, ...NAMES }))('%s: none was renamed or taken away, and every new one is recorded', (kind) => {
  const now = new Set(NAMES[kind])
  expect(now.size, 'found at all').toBeGreaterThan(0)
  const known = new Set(process.env['RECORD'] ? now : recorded[kind])
  expect({
    missing: sorted(recorded[kind] ?? []).filter((name) => !now.has(name)),
    new: sorted(now).filter((name) => !known.has(name)),
  }).toEqual({
    missing: [],
    new: [],
  })
})
