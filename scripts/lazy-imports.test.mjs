import { globSync, readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'
import { fromRoot } from './lib/paths.mjs'

// These retry, show a fallback and keep the page. A plain import() elsewhere would fail silently.
const ALLOWED = new Set(['lazyModule', 'lazyComponent', 'lazyPage', 'definePanel'])

const bareImports = (node, isAllowed = false) => {
  if (Array.isArray(node)) return node.reduce((sum, each) => sum + bareImports(each, isAllowed), 0)
  if (typeof node !== 'object' || node === null) return 0
  const isCall = node.type === 'CallExpression'
  if (isCall && node.callee.type === 'Import') return isAllowed ? 0 : 1
  const isInside = isAllowed || (isCall && node.callee.type === 'Identifier' && ALLOWED.has(node.callee.value))
  return Object.values(node).reduce((sum, each) => sum + bareImports(each, isInside), 0)
}
const parse = (text, tsx = true) => parseSync(text, { syntax: 'typescript', tsx })

test.each([
  ["const Chart = lazyComponent(async () => (await import('./Chart.tsx')).Chart, {})", 0],
  ["const routes = lazyModule(() => import('./routes.ts'))", 0],
  ["const panel = definePanel({ id: 'map', fetch: async () => (await import('./MapPanel.tsx')).MapPanel })", 0],
  ["const Chart = lazy(async () => ({ default: (await import('./Chart.tsx')).Chart }))", 1],
  ["import('./Chart.tsx').then(show)", 1],
  ["const chart = lazyModule(load)\nconst load = () => import('./Chart.tsx')", 1],
])('%s has %i imports that nobody takes care of', (text, count) => {
  expect(bareImports(parse(text))).toBe(count)
})

test('every dynamic import of the web app is handed to lazyModule, lazyComponent, lazyPage or definePanel', () => {
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: fromRoot() }).filter((file) => !/\.test\.tsx?$|[\\/]testing[\\/]/.test(file))
  expect(files.length).toBeGreaterThan(500)
  const hasBareImports = (file) => {
    const text = readFileSync(fromRoot(file), 'utf8')
    return /\bimport\s*\(/.test(text) && bareImports(parse(text, file.endsWith('x'))) > 0
  }
  expect(files.filter(hasBareImports)).toEqual([])
})
