import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { ROOT } from './paths.mjs'

// dependency-cruiser knows cycles of folders too, but counts tests, which may import anything, and not the sub-folders of a feature.

/** Features of these sides must not need each other in a circle. */
const SIDES = ['web', 'server']
const TEST = /\.test\.tsx?$|\/testing\//
const IMPORT = /\b(?:import|export)\b[^'"`;]*?\bfrom\s*'(\.[^']+)'|\bimport\s*\(?\s*'(\.[^']+)'/g

/** A feature is a folder in an area: `dispatch/calls`. */
const featureOf = (file) => file.split('/').slice(0, 2).join('/')

/** Which features each feature imports, with the first file that does: `dispatch/calls → dispatch/units → 'dispatch/calls/CallUnits.tsx'`. */
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

/** The shortest way from a feature back to itself, as its features in order; undefined where there is none. */
const circleFrom = (start, imports) => {
  const ways = [[start]]
  const seen = new Set()
  for (let way = ways.shift(); way; way = ways.shift()) {
    for (const next of imports.get(way.at(-1))?.keys() ?? []) {
      if (next === start) return [...way, start]
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return undefined
}

/** Every circle among the features in a folder, each once, each step with a file that takes it. */
export const featureCycles = (folder) => {
  const imports = importsOf(folder)
  const circles = new Map()
  for (const feature of [...imports.keys()].toSorted((a, b) => a.localeCompare(b))) {
    const circle = circleFrom(feature, imports)
    const key = circle && [...new Set(circle)].toSorted((a, b) => a.localeCompare(b)).join(' ')
    if (!circle || circles.has(key)) continue
    const steps = circle.slice(1).map((to, index) => `${to} (${imports.get(circle[index]).get(to)})`)
    circles.set(key, [feature, ...steps].join(' → '))
  }
  return [...circles.values()]
}

/** For the checks: fails where features of a side form a circle, and says by which imports. */
export const checkFeatureCycles = async () => {
  const circles = SIDES.flatMap((side) => featureCycles(join(ROOT, side, 'src/features')).map((circle) => `${side}: ${circle}`))
  return { code: circles.length === 0 ? 0 : 1, output: circles.join('\n') }
}
