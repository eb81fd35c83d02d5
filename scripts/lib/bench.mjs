import { readdirSync } from 'node:fs'
import { fromRoot, requireNode } from './paths.mjs'
import { start } from './run.mjs'

/** The other parts of a benchmark, which it starts itself. */
const PARTS = /\.(server|data|attacker)\.ts$/
/** Less data than without these arguments: each of these takes a quarter of an hour and more otherwise. */
const SMALLER = { lookup: ['100000'], patrols: ['100000'], upgrade: ['100000'] }

export const listBenches = () =>
  readdirSync(fromRoot('bench'))
    .filter((file) => file.endsWith('.ts') && !PARTS.test(file))
    .map((file) => ({ name: file.slice(0, -3), file: fromRoot(`bench/${file}`) }))

/** Runs one after the other, since two at once would measure each other. */
export const runBenches = async (benches, { isFull = false, maxMs = 60 * 60_000, env = process.env, out = process.stdout } = {}) => {
  const results = []
  for (const { name, file } of benches) {
    out.write(`\n── ${name}\n`)
    results.push({ name, ...(await runBench(file, isFull ? [] : (SMALLER[name] ?? []), { maxMs, env, out })) })
  }
  return results
}

const runBench = async (file, args, { maxMs, env, out }) => {
  const bench = start(requireNode(), [file, ...args], { env, onOutput: (text) => out.write(text) })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    void bench.stop()
  }, maxMs)
  const { code, output } = await bench.done
  clearTimeout(timer)
  const lines = output.split('\n')
  const goals = { met: lines.filter((line) => line.startsWith('✓ ')), missed: lines.filter((line) => line.startsWith('✗ ')) }
  if (isLate) return { ...goals, problem: `stopped after ${maxMs / 60_000} minutes` }
  // A missed goal ends a benchmark with 1 too.
  if (code !== 0 && goals.missed.length === 0) return { ...goals, problem: reasonOf(lines, code) }
  return goals.met.length + goals.missed.length === 0 ? { ...goals, problem: 'it named no goal' } : goals
}

const reasonOf = (lines, code) => lines.find((line) => /^\s*(\w*Error|\[cause\])\b.*:/.test(line))?.trim() ?? `it ended with ${code}`

/** One line for each benchmark that missed a goal or could not run, and whether there is none. */
export const summaryOf = (results) => {
  const lines = results.flatMap(({ name, missed, problem }) => [
    ...missed.map((line) => `✗ ${name}: ${line.slice(2)}`),
    ...(problem === undefined ? [] : [`✗ ${name} could not run: ${problem}`]),
  ])
  const met = results.reduce((sum, each) => sum + each.met.length, 0)
  const isMet = lines.length === 0
  return { isMet, text: [...lines, `${met} ${met === 1 ? 'goal' : 'goals'} met, ${lines.length} missed`].join('\n') }
}
