import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const WEB = dirname(dirname(fileURLToPath(import.meta.url)))

/** Chromium version of the game's browser, which shows the tablet and the in-game screens, and of its script runtime. */
export const GAME_CHROMIUM = 103
export const GAME_SCRIPTS = 93
/** ECMAScript 2022 is the newest version both can parse. */
const SYNTAX = 2022

/** Global objects of a page. For a member of any other object, the name alone does not tell its owner. */
const GLOBAL_OBJECTS =
  'Array TypedArray ArrayBuffer String Object Map Set WeakMap Promise RegExp Date Number Math JSON Iterator Error Document Element HTMLElement Node ' +
  'Window EventTarget Event HTMLDialogElement HTMLInputElement HTMLSelectElement HTMLButtonElement HTMLCanvasElement Navigator History Location ' +
  'Request Response Headers Blob File FormData URL URLSearchParams AbortSignal CanvasRenderingContext2D Performance Crypto ReadableStream ' +
  'Clipboard MediaQueryList CSSStyleSheet ShadowRoot Range Selection ResizeObserver IntersectionObserver Storage DataTransfer WebSocket Worker'

/** Used only behind a feature check, or a name of ours or of a library. Each with the reason. */
const ALLOWED = {
  startViewTransition: 'the router asks for it first',
  getSetCookie: 'of Socket.IO, where it keeps cookies itself, which it does in Node alone',
  toArray: 'of React.Children',
  take: 'of a library for maps',
  when: 'of our own tables',
  paint: 'of our own maps',
  bytes: 'of our own encoder of positions',
}

/** The features that `web/src/platform/older-browser` polyfills at start-up, such as `Array.toSorted` or `URL.parse`. */
export const shimmed = () => {
  const source = readFileSync(join(WEB, 'src/platform/older-browser/older-browser.ts'), 'utf8')
  return new Set([...source.matchAll(/\{ on: (\w+)(?:\.prototype)?, name: '(\w+)'/g)].map(([, on, name]) => `${on}.${name}`))
}

/** The Chromium version that introduced a feature; support behind a flag or prefix does not count. */
export const sinceOf = (feature) => {
  const support = [feature?.__compat?.support?.chrome ?? []].flat()
  if (support.length === 0) return undefined
  const plain = support.findLast(({ flags, prefix, alternative_name: other }) => !flags && !prefix && !other)
  const version = Number(String(plain?.version_added).replace('≤', ''))
  return Number.isNaN(version) ? Infinity : version
}

const isStatic = (owner, name, isApi) =>
  isApi ? name.endsWith('_static') : globalThis[owner] !== undefined && Object.hasOwn(globalThis[owner], name)

/** Names newer than `chrome`: globals, `Owner.name` for statics, and members by name alone. */
const laterNames = (chrome, without) => {
  const { javascript, api } = require('@mdn/browser-compat-data')
  const [globals, statics, members, known] = [new Set(), new Set(), new Map(), new Set()]
  const globalObjects = new Set(GLOBAL_OBJECTS.split(' '))
  for (const [features, isApi] of [
    [javascript.builtins, false],
    [api, true],
  ])
    for (const [owner, feature] of Object.entries(features)) {
      if (owner === '__compat') continue
      if (sinceOf(feature) > chrome) globals.add(owner)
      for (const [key, member] of Object.entries(feature)) {
        const since = key === '__compat' || key === owner ? undefined : sinceOf(member)
        if (since === undefined) continue
        const name = key.replace(/_(static|event)$/, '')
        if (isStatic(owner, key, isApi)) {
          if (since > chrome && !without.has(`${owner}.${name}`)) statics.add(`${owner}.${name}`)
        } else if (since <= chrome) known.add(name)
        else if (globalObjects.has(owner) && !without.has(`${owner}.${name}`)) members.set(name, owner)
      }
    }
  // An older object has a member of the same name; the two cannot be told apart.
  for (const name of known) members.delete(name)
  for (const name of Object.keys(ALLOWED)) members.delete(name)
  for (const on of without) members.delete(on.split('.')[1])
  return { globals, statics, members }
}

const tables = new Map()
const tableFor = (chrome, without) => {
  const key = `${chrome} ${[...without].join()}`
  if (!tables.has(key)) tables.set(key, laterNames(chrome, without))
  return tables.get(key)
}

/** Every name a script declares anywhere: these are not the browser's. */
const declaredIn = (ast, full) => {
  const names = new Set()
  const note = (pattern) => {
    if (pattern?.type === 'Identifier') names.add(pattern.name)
  }
  full(ast, (node) => {
    if (node.type === 'VariablePattern' || node.type === 'VariableDeclarator') note(node.id ?? node)
    if (/^(Function|Class)/.test(node.type)) note(node.id)
    for (const each of node.params ?? []) note(each)
    for (const each of node.specifiers ?? []) note(each.local)
  })
  return names
}

/** Uses in a script of features newer than `chrome`, as readable problems. Feature-checked uses (`typeof`, `?.()`) are allowed. */
export const laterScript = (code, { chrome = GAME_CHROMIUM, without = new Set() } = {}) => {
  const { parse } = require('acorn')
  const { full, fullAncestor } = require('acorn-walk')
  let ast
  try {
    ast = parse(code, { ecmaVersion: SYNTAX, sourceType: 'module', allowHashBang: true })
  } catch (error) {
    const { line, column } = error.loc ?? { line: 0, column: 0 }
    const place = code.split('\n')[line - 1]?.slice(Math.max(0, column - 30), column + 30) ?? ''
    return [`syntax that is newer than ECMAScript ${SYNTAX}: ${place}`]
  }
  const { globals, statics, members } = tableFor(chrome, without)
  const declared = declaredIn(ast, full)
  const problems = new Set()
  fullAncestor(ast, (node, _state, ancestors) => {
    const parent = ancestors.at(-2)
    if (node.type === 'Identifier' && globals.has(node.name) && !declared.has(node.name) && isRead(node, parent)) problems.add(node.name)
    if (node.type !== 'MemberExpression' || node.computed) return
    const name = node.property.name
    const owner = node.object.type === 'Identifier' && !declared.has(node.object.name) ? `${node.object.name}.${name}` : ''
    const isCalled = parent?.type === 'CallExpression' && parent.callee === node && !parent.optional
    if (statics.has(owner) && isCalled) problems.add(owner)
    else if (members.has(name) && isCalled) problems.add(`${members.get(name)}.${name}`)
  })
  return [...problems].sort((a, b) => a.localeCompare(b))
}

const isRead = (node, parent) => {
  if (parent === undefined || (parent.type === 'UnaryExpression' && parent.operator === 'typeof')) return false
  if (parent.type === 'MemberExpression' && parent.property === node && !parent.computed) return false
  if (/Property|Definition/.test(parent.type) && parent.key === node && !parent.computed && parent.value !== node) return false
  return !/Import|Export|Label|Break|Continue/.test(parent.type)
}
