import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { UNUSED_PARTS, withoutParts } from './lean-mantine.ts'

const COMPONENTS = ['Menu', 'Tooltip'] as const
const components = join(dirname(createRequire(import.meta.url).resolve('@mantine/core')), '../esm/components')
const codeOf = (component: string) => readFileSync(join(components, component, `${component}.mjs`), 'utf8')

test.each(COMPONENTS)('%s loses the parts that no page uses, and nothing else', (component) => {
  const parts: readonly string[] = UNUSED_PARTS[component]
  const code = codeOf(component)
  const isOfPart = (line: string) => parts.some((part) => line.includes(`${component}${part}`))
  expect(withoutParts(code, component)).toBe(
    code
      .split('\n')
      .filter((line) => !isOfPart(line))
      .join('\n'),
  )
  expect(() => withoutParts('export const x = 1', component)).toThrow('differently by now')
})

test('no page uses a part that is left out', () => {
  const src = join(import.meta.dirname, '../src')
  const left = COMPONENTS.flatMap((component) => UNUSED_PARTS[component].map((part) => `${component}.${part}`))
  const users = globSync('**/*.tsx', { cwd: src }).flatMap((file) => {
    const code = readFileSync(join(src, file), 'utf8')
    return left.filter((part) => code.includes(part)).map((part) => `${file}: ${part}`)
  })
  expect(users).toEqual([])
})
