import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutBodies } from './lean-zod.ts'

const file = join(dirname(createRequire(import.meta.url).resolve('zod')), 'v4/core/to-json-schema.js')

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
