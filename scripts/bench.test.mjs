import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { listBenches, runBenches, summaryOf } from './lib/bench.mjs'

const folder = mkdtempSync(join(tmpdir(), 'tenfour-benches-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const benchOf = (name, text) => {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, text)
  return { name, file }
}
const summarised = async (benches, options) => summaryOf(await runBenches(benches, { out: { write: () => true }, ...options }))

test('every benchmark is listed, and none of the parts that a benchmark starts itself', () => {
  const names = listBenches().map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['abuse', 'foundation', 'map', 'map.web', 'people']))
  expect(names.filter((name) => /server|data|attacker/.test(name))).toEqual([])
})

test('goals that are all met end well', async () => {
  const bench = benchOf('met', `console.log('✓ one  1 ms  goal 2 ms\\n✓ two  1 ms  goal 2 ms')`)
  expect(await summarised([bench])).toEqual({ isMet: true, text: '2 goals met, 0 missed' })
})

test('a missed goal is named with what was measured, and the others still run', async () => {
  const missed = benchOf('missed', `console.log('✗ one  3 ms  goal 2 ms'); process.exitCode = 1`)
  const met = benchOf('met', `console.log('✓ one  1 ms  goal 2 ms')`)
  expect(await summarised([missed, met])).toEqual({ isMet: false, text: '✗ missed: one  3 ms  goal 2 ms\n1 goal met, 1 missed' })
})

test('a benchmark that can not run counts as missed and says why', async () => {
  const failing = benchOf('failing', `console.log('✓ one  1 ms  goal 2 ms'); throw new Error('too_many_attempts')`)
  const silent = benchOf('silent', '')
  const { isMet, text } = await summarised([failing, silent])
  expect(isMet).toBe(false)
  expect(text).toBe('✗ failing could not run: Error: too_many_attempts\n✗ silent could not run: it named no goal\n1 goal met, 2 missed')
})

test('a benchmark that does not end is stopped and counts as missed', async () => {
  const { isMet, text } = await summarised([benchOf('endless', 'setInterval(() => {}, 1000)')], { maxMs: 600 })
  expect(isMet).toBe(false)
  expect(text).toContain('endless could not run: stopped after 0.01 minutes')
})
