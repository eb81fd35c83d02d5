import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { ROOT, fromRoot } from './lib/paths.mjs'

/** What people see speaks plain, short English, as the trade does. These once stood on a page, or read like those that did. */
const NOT_SAID = [
  /what may be done by whom/i,
  /someone who joins/i,
  /beside what their roles allow/i,
  /as whom/i,
  /became of it|becomes of it/i,
  /may be left empty/i,
  /free again/i,
  /words of it/i,
  /the other way round/i,
  /look(s|ed)? after/i,
  /nobody in particular/i,
  /whom it concerns|whom the call concerns/i,
  /will say so/i,
  /\bmake (a )?(call|incident)\b/i,
  /call made by/i,
  /kept until it is sent/i,
  /was on it/i,
  /pings you|answered your ping/i,
  /without you\b/i,
  /by themselves\b|by itself\b/i,
  /the panel before/i,
  /what (else )?can be done with it/i,
  /lead a call/i,
  /how it ended may follow/i,
  /on no call/i,
  /in one status for too long/i,
  /, if any$/i,
  /stay unnamed/i,
  /never brought|\bbrought it\b/i,
  /on average\./i,
  /the resource is ensured/i,
  /this once\b/i,
  /speaks for this server/i,
  /knows (players|them|you) by it/i,
  /changes are tried on/i,
  /everything else itself/i,
  /empty: for good/i,
  /so far\.$/i,
  /no row fits|fits the (search|filters)/i,
  /nobody knows where/i,
  /portal is away/i,
  /stands well here/i,
  /whom you followed/i,
  /your standing/i,
  /\bcan not\b/i,
  /\bwhoever\b/i,
  /changed meanwhile|deleted meanwhile|cleared meanwhile/i,
  /\bmend\b/i,
]
/** What a whole module may contain if one of its texts is `words`: the end of a text is not the end of the module. */
const LOOSE = NOT_SAID.map((words) => new RegExp(words.source.replace(/\$$/, ''), 'i'))
/** Whether a module must be parsed: parsing all of them takes seconds. */
const isSuspect = (file) => {
  const text = readFileSync(fromRoot(file), 'utf8').replaceAll(/(\s|\\[nrt])+/g, ' ')
  return LOOSE.some((words) => words.test(text))
}

/** Every text in a module: strings, templates and what stands between tags. */
function textsOf(file) {
  const texts = []
  const add = (text) => texts.push(text.replaceAll(/\s+/g, ' ').trim())
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (node === null || typeof node !== 'object') return
    if (node.type === 'ImportDeclaration') return
    if (node.type === 'Literal' && typeof node.value === 'string') add(node.value)
    if (node.type === 'JSXText') add(node.value)
    if (node.type === 'TemplateLiteral') add(node.quasis.map(({ value }) => value.cooked).join('…'))
    for (const [key, child] of Object.entries(node)) if (key !== 'type') visit(child)
  }
  visit(parseSync(file, readFileSync(fromRoot(file), 'utf8')).program)
  return texts
}

const filesOf = (...patterns) =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file))

test('no page says what was hard to read', () => {
  const files = filesOf('web/src')
  const said = files.filter(isSuspect).flatMap((file) =>
    textsOf(file)
      .filter((text) => text.includes(' ') && NOT_SAID.some((words) => words.test(text)))
      .map((text) => `${file}: ${text}`),
  )
  expect(said).toEqual([])
  expect(files.length).toBeGreaterThan(400)
})
