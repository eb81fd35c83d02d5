import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findLater, gameBrowser } from './game-browser.mjs'
import { laterCss } from './later-css.mjs'
import { laterScript, shimmed } from './later-script.mjs'

const folder = mkdtempSync(join(tmpdir(), 'older-build-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['addEventListener("x", y, { signal: AbortSignal.any([a, b]) })', 'AbortSignal.any'],
  ['const sorted = list.toSorted()', 'Array.toSorted'],
  ['const [a] = [navigation.currentEntry, new CloseWatcher()]', 'CloseWatcher'],
  ['document.querySelector("dialog").showPopover()', 'HTMLElement.showPopover'],
  ['const both = left.union(right)', 'Set.union'],
  ['const pattern = /[\\p{L}--a]/v', 'syntax'],
  ['import data from "./x.json" with { type: "json" }', 'syntax'],
])('%s is found', (code, name) => {
  expect(laterScript(code).join()).toContain(name)
})

test.each([
  ['what is asked for first', 'if (typeof CloseWatcher !== "undefined") a.showPopover?.()'],
  ['what a script has itself', 'const URL = { parse() {} }; URL.parse("x"); class CloseWatcher {} ; new CloseWatcher()'],
  ['what the browser of the game has', 'structuredClone(a.at(-1)); Object.hasOwn(a, b); a.findLast(b); crypto.randomUUID(); a?.b ?? c'],
  ['what only has the name of it', 'query.isError; ({ union: 1, CloseWatcher: 2 }).union'],
])('%s is fine', (_what, code) => {
  expect(laterScript(code)).toEqual([])
})

test('features added to the browser are fine, and are read from the file that adds them', () => {
  expect(shimmed()).toContain('Array.toSorted')
  expect(laterScript('list.toSorted(); URL.parse(x)', { without: shimmed() })).toEqual([])
})

test.each([
  ['.a { color: color-mix(in srgb, red, blue) }', 'color-mix()'],
  ['.a { color: light-dark(red, blue) }', 'light-dark()'],
  ['.a { & .b { color: red } }', 'rules in rules'],
  ['.a { height: 100dvh }', 'dvh'],
  ['@starting-style { .a { color: red } }', '@starting-style'],
  ['.a { mask-size: contain }', 'mask-size'],
  ['.a:user-valid { color: red }', ':user-valid'],
  ['.a { color: oklch(40% 0.2 1) }', 'oklch() and the like'],
])('%s is found', (css, name) => {
  expect(laterCss(css)).toEqual([name])
})

test.each([
  '@supports (color: color-mix(in srgb, red, red)) { .a { color: color-mix(in srgb, red, blue) } }',
  '.a { -webkit-mask-size: contain; mask-size: contain; text-wrap: balance; overscroll-behavior: none }',
  '@container x (width > 1px) { .a:has(b):focus-visible::before { color: rgb(1 2 3 / 4%) } }',
])('%s is fine', (css) => {
  expect(laterCss(css)).toEqual([])
})

test('a build names each file with what it has', () => {
  writeFileSync(join(folder, 'a.js'), 'AbortSignal.any([]); new CloseWatcher()')
  writeFileSync(join(folder, 'b.css'), '.a { height: 1dvh }')
  writeFileSync(join(folder, 'c.js'), 'export {}')
  expect(findLater(folder)).toEqual(['a.js: AbortSignal.any, CloseWatcher', 'b.css: dvh'])
})

test('and it ends there', () => {
  const { writeBundle } = gameBrowser()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets', 'a.js'), 'export {}')
  expect(() => writeBundle({ dir: folder })).not.toThrow()
  writeFileSync(join(folder, 'assets', 'a.js'), 'new CloseWatcher()')
  expect(() => writeBundle({ dir: folder })).toThrow('a.js: CloseWatcher')
})
