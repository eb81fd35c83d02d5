import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { ROOT } from './paths.mjs'

// dependency-cruiser also finds folder cycles, but it counts tests, which may import anything, and ignores a feature's sub-folders.

/** Features of these sides must not form import cycles. */
const SIDES = ['web', 'server']
const TEST = /\.test\.tsx?$|\/testing\//
const IMPORT = /\b(?:import|export)\b[^'"`;]*?\bfrom\s*'(\.[^']+)'|\bimport\s*\(?\s*'(\.[^']+)'/g

/** A feature is a folder in an area: `dispatch/calls`. */
const featureOf = (file) => file.split('/').slice(0, 2).join('/')

/** Feature → imported feature → first importing file: `dispatch/calls → dispatch/units → 'dispatch/calls/CallUnits.tsx'`. */
const importsOf = (folder) => {
  const imports = new Map()
  for (const found of readdirSync(folder, { recursive: true })) {
    const file = found.split(sep).join('/')
    const from = featureOf(file)
    if (!/\.tsx?$/.test(file) || TEST.test(file)) continue
    for (const [, named, plain] of readFileSync(join(folder, file), 'utf8').matchAll(IMPORT)) {
      const to = featureOf(posix.join(posix.dirname(file), named ?? plain))
      if (to === from || to.startsWith('..')) continue
      if (!imports.has(from)) imports.set(from, new Map())
      if (!imports.get(from).has(to)) imports.get(from).set(to, file)
    }
  }
  return imports
}

/** The shortest path from a feature back to itself; undefined if there is none. */
const cycleFrom = (start, imports) => {
  const paths = [[start]]
  const seen = new Set()
  for (let path = paths.shift(); path; path = paths.shift()) {
    for (const next of imports.get(path.at(-1))?.keys() ?? []) {
      if (next === start) return [...path, start]
      if (seen.has(next)) continue
      seen.add(next)
      paths.push([...path, next])
    }
  }
  return undefined
}

/** Every cycle among the features in a folder, listed once, each step with a file that imports the next feature. */
export const featureCycles = (folder) => {
  const imports = importsOf(folder)
  const cycles = new Map()
  for (const feature of [...imports.keys()].toSorted((a, b) => a.localeCompare(b))) {
    const cycle = cycleFrom(feature, imports)
    const key = cycle && [...new Set(cycle)].toSorted((a, b) => a.localeCompare(b)).join(' ')
    if (!cycle || cycles.has(key)) continue
    const steps = cycle.slice(1).map((to, index) => `${to} (${imports.get(cycle[index]).get(to)})`)
    cycles.set(key, [feature, ...steps].join(' → '))
  }
  return [...cycles.values()]
}

/** Fails if features of a side form a cycle, and prints the imports. */
export const checkFeatureCycles = async (root = ROOT) => {
  const cycles = SIDES.flatMap((side) => featureCycles(join(root, side, 'src/features')).map((cycle) => `${side}: ${cycle}`))
  return { code: cycles.length === 0 ? 0 : 1, output: cycles.join('\n') }
}
