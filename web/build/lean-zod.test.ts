import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutBodies, withoutCompiler, withoutMemo, withoutProcessors } from './lean-zod.ts'

const core = join(dirname(createRequire(import.meta.url).resolve('zod')), 'v4/core')
const file = join(core, 'to-json-schema.js')

test('the part of Zod that writes JSON Schema keeps its exports and loses its code', async () => {
  const code = readFileSync(file, 'utf8')
  const lean = (await import(`data:text/javascript,${encodeURIComponent(withoutBodies(code))}`)) as Record<string, () => unknown>
  const whole = (await import(file)) as object
  expect(Object.keys(lean).toSorted()).toEqual(Object.keys(whole).toSorted())
  for (const [name, missing] of Object.entries(lean)) {
    const called = name.startsWith('create') ? (missing() as () => void) : missing
    expect(called).toThrow('Pages have no JSON Schema')
  }
})

test('functions that describe kinds of schemas lose their code, and checks are still summed up', () => {
  const code = readFileSync(join(core, 'json-schema-processors.js'), 'utf8')
  const lean = withoutProcessors(code)
  const exported = (text: string) =>
    new Set(
      [...text.matchAll(/^export (?:function|const) (\w+)|(?:missing|create) as (\w+)/gm)].map(([, plain, renamed]) => plain ?? renamed),
    )
  expect(exported(lean)).toEqual(exported(code))
  expect(lean).toContain('export function aggregateChecks')
  expect(lean.length).toBeLessThan(code.length / 3)
  expect(() => withoutProcessors('export const x = 1')).toThrow('Zod writes JSON Schema differently by now')
})

test('Zod chooses in one place whether it compiles schemas, and never does after that', () => {
  const code = readFileSync(join(core, 'schemas.js'), 'utf8')
  expect(withoutCompiler(code)).toBe(code.replace(/const jit = .*;/, 'const jit = false;'))
  expect(() => withoutCompiler('const jit = true;')).toThrow('Zod chooses differently by now')
})

test('Zod has one place that hands out what it remembers of values, and containers do without', () => {
  const code = readFileSync(join(core, 'memoizer.js'), 'utf8')
  expect(withoutMemo(code)).toContain('export function memoizer() {\n    return undefined;\n}')
  expect(() => withoutMemo('return x;')).toThrow('Zod remembers values differently by now')
})
