import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const FILE = /[\\/]zod[\\/]v4[\\/]core[\\/]to-json-schema\.js$/

/** The same exports, each of which says that it is missing; what makes a method of every schema makes one that says so. */
export const withoutBodies = (code: string): string => {
  const names = [...code.matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name)
  const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \}/gm)].map(([, name]) => name)
  const exported = [...names, ...renamed].map((name) => `${name?.startsWith('create') ? 'create' : 'missing'} as ${name}`)
  return `
    const missing = () => { throw new Error("Pages have no JSON Schema") }
    const create = () => missing
    export { ${exported.join(', ')} }`
}

/** Leaves out what writes JSON Schema: every schema refers to it, only the server uses it, and each page would carry it. */
export const leanZod = (): Plugin => ({
  name: 'lean-zod',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (FILE.test(id) ? withoutBodies(readFileSync(id, 'utf8')) : undefined),
})
