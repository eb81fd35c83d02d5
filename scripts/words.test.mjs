import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { ROOT, fromRoot } from './lib/paths.mjs'

/** Phrases that once stood on a page and were hard to read, or read like those. People see plain, short English of the trade. */
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
/** The same phrases anywhere in a module: the end of a text is not the end of the module. */
const LOOSE = NOT_SAID.map((words) => new RegExp(words.source.replace(/\$$/, ''), 'i'))
/** Whether a module must be parsed: parsing all of them takes seconds. */
const isSuspect = (file) => {
  const text = readFileSync(fromRoot(file), 'utf8').replaceAll(/(\s|\\[nrt])+/g, ' ')
  return LOOSE.some((words) => words.test(text))
}

/**
 * Beginnings of sentences that have lost their noun, and phrases that have to be read twice. Comments, test titles and the server's texts are
 * searched for them.
 */
const NOT_WRITTEN = [
  /(?:^|[.!:;] )(?:Those|Whoever|Whom|What)\b/,
  /^Its\b/,
  /(?:^|[.!:;] )One (?:that|who|which|whose|of (?:them|these|those|its))\b/,
  /(?<!\bthere )\b(?:is|are) none\b/,
  /\bwhoever\b|\bwhomever\b/i,
  /\b(?:by|to|from|for) whom\b/i,
  /\bput(?:s|ting)? (?:it |them |that )?right\b/,
  /\bmend(?:s|ed|ing)?\b/i,
  /\b(?:became|become|becomes|comes|came) of (?:it|them|itself)\b/,
  /\bcould not be (?:told|brought|heard|let in)\b/,
  /\bfor good\b|\ball the same\b|\bas ever\b/,
]
/** Test titles begin in lower case. */
const NOT_TITLED = [/^(?:those|whoever|whom|what|its) /, /^one (?:that|who|which|whose|of (?:them|these|those|its)) /]

/** Comments, test titles and other texts of a module. SQL is left out. */
function writtenIn(file, source = readFileSync(fromRoot(file), 'utf8')) {
  const { program, comments } = parseSync(file, source)
  const found = []
  const add = (kind, text) => found.push({ kind, text: text.replaceAll(/\s+/g, ' ').trim() })
  let end = -1
  for (const { type, value, ...place } of comments) {
    // Lines that follow each other are one comment.
    const continues = type === 'Line' && end >= 0 && /^\n[ \t]*$/.test(source.slice(end, place.start))
    if (continues) found.at(-1).text += ` ${value.trim()}`
    else add('comment', value.replaceAll(/^\s*\*+/gm, ''))
    end = type === 'Line' ? place.end : -1
  }
  const nameOf = ({ start, end: last }) => source.slice(start, last)
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (node === null || typeof node !== 'object' || node.type === 'ImportDeclaration') return
    if (node.type === 'TaggedTemplateExpression' && /^sql\b/.test(nameOf(node.tag))) return visit(node.quasi.expressions)
    if (node.type === 'CallExpression' && /^(?:test|describe)\b/.test(nameOf(node.callee))) {
      const [title] = node.arguments
      if (title?.type === 'Literal' || title?.type === 'TemplateLiteral') add('title', nameOf(title).slice(1, -1))
    }
    if (node.type === 'Literal' && typeof node.value === 'string') add('text', node.value)
    if (node.type === 'TemplateLiteral') add('text', node.quasis.map(({ value }) => value.cooked).join('…'))
    for (const [key, child] of Object.entries(node)) if (key !== 'type') visit(child)
  }
  visit(program)
  return found
}

const isTestFile = (file) => /\.(?:test|spec)\.|\/testing\/|^e2e\/|^bench\/|^demo\//.test(file)
const isQuestion = (text) => /\?["”]?$/.test(text)

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

/** The comments, texts and titles of a module that a reader would stumble over. */
const hardToRead = (file, source) =>
  writtenIn(file, source)
    .filter(
      ({ kind, text }) => text.includes(' ') && !isQuestion(text) && (kind !== 'text' || (!isTestFile(file) && !file.startsWith('web/'))),
    )
    .filter(({ kind, text }) => [...NOT_WRITTEN, ...(kind === 'title' ? NOT_TITLED : [])].some((words) => words.test(text)))
    .map(({ kind, text }) => `${file}: ${kind}: ${text}`)

test('comments, texts and titles that lost their noun are found, questions and SQL are not', () => {
  const source = `// Reads the file.
// Those that are
// gone are left out.
const text = 'What was sent could not be read'
const question = 'What happened?'
const rows = sql\`select 1 -- What it is\`
test('whoever asks is let in', () => undefined)
`
  expect(hardToRead('server/src/x.ts', source)).toEqual([
    'server/src/x.ts: comment: Reads the file. Those that are gone are left out.',
    'server/src/x.ts: text: What was sent could not be read',
    'server/src/x.ts: title: whoever asks is let in',
    'server/src/x.ts: text: whoever asks is let in',
  ])
})

test('comments, server texts and test titles name their nouns', () => {
  const files = execFileSync('git', ['ls-files', 'server', 'contract', 'bridge', 'web', 'demo', 'e2e', 'bench', 'scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && file !== 'scripts/words.test.mjs')
  const written = files.flatMap((file) => hardToRead(file))
  expect(written).toEqual([])
  expect(files.length).toBeGreaterThan(600)
}, 120_000)
