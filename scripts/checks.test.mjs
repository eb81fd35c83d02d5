import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, matchesGlob } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checks } from './lib/checks.mjs'
import { fromRoot } from './lib/paths.mjs'

// A small repository with our settings, and files with mistakes. Import rules and feature cycles have tests of their own.
const SETTINGS = [
  'tsconfig.base.json',
  'tsconfig.json',
  'web/tsconfig.json',
  'bridge/tsconfig.json',
  'e2e/tsconfig.json',
  '.oxlintrc.json',
  'knip.json',
]
const WRONG_TYPE = 'export const planted: string = 1\n'
const FLOATING = 'export const later = async () => 1\nlater()\n'

const MISTAKES = [
  ...['contract/src', 'server/src', 'demo/src', 'bench', 'bridge/src', 'e2e', 'web/src', 'web/build'].flatMap((folder) => [
    ['types', `${folder}/wrong-type.ts`, WRONG_TYPE],
    ['lint', `${folder}/floating.ts`, FLOATING],
  ]),
  ['types', 'server/src/wrong-type.test.ts', WRONG_TYPE],
  ['types', 'contract/src/wrong-type.test.ts', WRONG_TYPE],
  ['types', 'web/src/Wrong.tsx', 'export const planted = <b planted={1} />\n'],
  ['types', 'bridge/build.ts', WRONG_TYPE],
  ['types', 'wrong.config.ts', WRONG_TYPE],
  // Each side sees the globals it runs with, and no others.
  ['types', 'contract/src/node-global.ts', 'export const planted = process.pid\n'],
  ['types', 'contract/src/browser-global.ts', 'export const planted = document.title\n'],
  ['types', 'server/src/browser-global.ts', 'export const planted = document.title\n'],
  ['types', 'web/src/node-global.ts', 'export const planted = process.pid\n'],
  ['lint', 'server/src/any.ts', 'export const planted = (value: any): unknown => value\n'],
  ['dead code', 'server/src/unused-export.ts', 'export const used = 1\nexport const planted = 2\n'],
  ['dead code', 'server/src/unused-file.ts', 'export const planted = 2\n'],
]
const SOUND = {
  'server/src/main.ts': "import { used } from './unused-export.ts'\nexport const pid = [used, process.pid]\n",
  'web/src/main.tsx': 'export const Title = () => <b>{document.title}</b>\n',
  'bridge/src/tablet.ts': 'export const both = [process.pid, document.title]\n',
  'e2e/title.spec.ts': 'export const both = [process.pid, document.title]\n',
  'contract/src/names.ts': 'export const name = 1\n',
}

let folder
let root
const found = {}

const write = (name, text) => {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'checks-'))
  // Beside the repository, not in it: the linter would follow the link.
  symlinkSync(fromRoot('node_modules'), join(folder, 'node_modules'))
  root = join(folder, 'repository')
  for (const name of SETTINGS) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    cpSync(fromRoot(name), join(root, name))
  }
  for (const side of ['contract', 'server', 'web', 'bridge', 'demo', 'e2e', 'bench'])
    write(`${side}/package.json`, JSON.stringify({ name: side, type: 'module' }))
  write(
    'package.json',
    JSON.stringify({ name: 'small', type: 'module', workspaces: ['contract', 'server', 'web', 'bridge', 'demo', 'e2e', 'bench'] }),
  )
  for (const [name, text] of Object.entries(SOUND)) write(name, text)
  for (const [, file, text] of MISTAKES) write(file, text)
  const run = async (kind) => {
    const outputs = []
    for (const check of checks({ root })) if (check.name.startsWith(kind)) outputs.push(await check.run())
    found[kind] = { output: outputs.map(({ output }) => output).join('\n'), hasFailed: outputs.some(({ code }) => code !== 0) }
  }
  for (const kind of ['types', 'lint', 'dead code']) await run(kind)
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(MISTAKES)('%s names %s', (kind, file) => {
  expect(found[kind].hasFailed).toBe(true)
  expect(found[kind].output).toContain(kind === 'types' ? `${file}(` : file)
})

test.each(Object.keys(SOUND))('types find nothing wrong in %s', (file) => {
  expect(found.types.output).not.toContain(`${file}(`)
})

test('every TypeScript file of the repository is in a program', () => {
  const programs = ['*.config.ts', '{contract,server,bridge,web}/src/**', 'web/build/**', '{demo,bench,e2e}/**', 'bridge/build.ts']
  const files = execFileSync('git', ['ls-files', '--', '*.ts', '*.tsx'], { cwd: fromRoot(), encoding: 'utf8' }).trim().split('\n')
  const isChecked = (file) => programs.some((pattern) => matchesGlob(file, pattern))
  expect(files.filter((file) => !isChecked(file))).toEqual(['web/vite.config.ts'])
})
