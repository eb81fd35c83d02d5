import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const FILE = /[\\/]zod[\\/]v4[\\/]core[\\/]to-json-schema\.js$/

/**
 * Keeps the exports of the module without their code: calling one throws. The `create…` functions run for every schema, so they return a
 * function that throws.
 */
export const withoutBodies = (code: string): string => {
  const names = [...code.matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name)
  const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \}/gm)].map(([, name]) => name)
  const exported = [...names, ...renamed].map((name) => `${name?.startsWith('create') ? 'create' : 'missing'} as ${name}`)
  return `
    const missing = () => { throw new Error("Pages have no JSON Schema") }
    const create = () => missing
    export { ${exported.join(', ')} }`
}

/** Leaves the writer of JSON Schema out of the pages: every schema refers to it, but only the server uses it. */
export const leanZod = (): Plugin => ({
  name: 'lean-zod',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (FILE.test(id) ? withoutBodies(readFileSync(id, 'utf8')) : undefined),
})
