import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const here = (path: string) => new URL(path, import.meta.url)
const docs = readFileSync(here('../../../docs/bridge/troubleshooting.md'), 'utf8')
const [, table = ''] = docs.split('# When something does not work')

/** The literal parts of every line printed to the console and of the reasons in them. */
function printedWords(source: string): string[] {
  const calls = [...source.matchAll(/\b(?:print|say|complain|portal\.say)\(\s*(['`])((?:\\.|(?!\1).)*)\1/gs)].map(([, , text = '']) => text)
  const reasons = [...source.matchAll(/^ {2}\w+:\s*'([^']{12,})',$/gm)].map(([, text = '']) => text)
  return [...calls, ...reasons].flatMap((text) => text.split(/\$\{[^}]*\}/)).map((piece) => piece.trim().replace(/[.,:;]$/, ''))
}

const sources = readdirSync(here('.')).filter((name) => /^(main|portal|settings|journal|penalties|events|from-portal)\.ts$/.test(name))

test.each(sources)('the console line of %s is in the table of docs/bridge/troubleshooting.md', (name) => {
  const words = printedWords(readFileSync(here(name), 'utf8')).filter((piece) => piece.length >= 12)
  expect(words.length).toBeGreaterThan(0)
  expect(words.filter((piece) => !table.includes(piece))).toEqual([])
})
