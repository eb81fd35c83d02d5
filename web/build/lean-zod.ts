import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const JSON_SCHEMA = /[\\/]zod[\\/]v4[\\/]core[\\/]to-json-schema\.js$/
const PROCESSORS = /[\\/]zod[\\/]v4[\\/]core[\\/]json-schema-processors\.js$/
const MEMOIZER = /[\\/]zod[\\/]v4[\\/]core[\\/]memoizer\.js$/
const SCHEMAS = /[\\/]zod[\\/]v4[\\/]core[\\/]schemas\.js$/

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

const FIRST_PROCESSOR = 'export const stringProcessor'

/** Functions that describe kinds of schemas lose their code likewise; the part above them, which sums up the checks of a schema, stays. */
export const withoutProcessors = (code: string): string => {
  const start = code.indexOf(FIRST_PROCESSOR)
  if (start < 0) throw new Error('Zod writes JSON Schema differently by now: see web/build/lean-zod.ts')
  return code.slice(0, start) + withoutBodies(code.slice(start))
}

const CHOICE = 'const jit = !core.globalConfig.jitless;'

/** Without the compiler of schemas, which the bundler drops once nothing leads to it. */
export const withoutCompiler = (code: string): string => {
  if (!code.includes(CHOICE)) throw new Error('Zod chooses differently by now whether it compiles schemas: see web/build/lean-zod.ts')
  return code.replace(CHOICE, 'const jit = false;')
}

const MEMO = 'return memo;'

/** Without the support for values that contain themselves: what comes from the portal is JSON. */
export const withoutMemo = (code: string): string => {
  if (!code.includes(MEMO)) throw new Error('Zod remembers values differently by now: see web/build/lean-zod.ts')
  return code.replace(MEMO, 'return undefined;')
}

/**
 * Leaves out of the pages what they do not use of Zod: the writer of JSON Schema, which every schema refers to, but only the server uses;
 * the compiler of schemas, which web/src/platform/zod.ts switches off; and the support for cycles.
 */
export const leanZod = (): Plugin => ({
  name: 'lean-zod',
  apply: 'build',
  enforce: 'pre',
  load: (id) => {
    if (JSON_SCHEMA.test(id)) return withoutBodies(readFileSync(id, 'utf8'))
    if (PROCESSORS.test(id)) return withoutProcessors(readFileSync(id, 'utf8'))
    if (MEMOIZER.test(id)) return withoutMemo(readFileSync(id, 'utf8'))
    return SCHEMAS.test(id) ? withoutCompiler(readFileSync(id, 'utf8')) : undefined
  },
})
