import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutSummaries } from './lean-contract.ts'

const contract = join(import.meta.dirname, '../../contract/src')

test('an endpoint loses its summary, however it is written, and keeps all else', () => {
  const code =
    "const summary = 'x'\nexport const a = defineEndpoint({ path: '/a', summary: `At most` + MAX, response })\nconst b = other({ summary: 'y' })"
  expect(withoutSummaries('a.ts', code)).toBe(code.replace('`At most` + MAX', "''"))
})

test('no file of the contract keeps the summary of an endpoint', () => {
  const files = globSync('**/*.ts', { cwd: contract }).filter((file) => !file.endsWith('.test.ts'))
  const left = files.map((file) => withoutSummaries(file, readFileSync(join(contract, file), 'utf8')))
  const count = (texts: readonly string[], word: RegExp) => texts.join('\n').match(word)?.length ?? 0
  expect(count(left, /^export const \w+ = defineEndpoint\(/gm)).toBeGreaterThan(300)
  expect(count(left, /^ {2}summary:\s+''/gm)).toBe(count(left, /= defineEndpoint\(\{$/gm))
})
