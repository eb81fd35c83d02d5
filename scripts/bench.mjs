// npm run bench [-- --full] [names]: runs the benchmarks one after the other, and says at the end which goals are missed.
import { parseArgs } from 'node:util'
import { listBenches, runBenches, summaryOf } from './lib/bench.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { UserError } from './lib/paths.mjs'
import { chromiumPath } from './lib/system-packages.mjs'

await main(async () => {
  const { values, positionals } = parseArgs({ options: { full: { type: 'boolean', default: false } }, allowPositionals: true })
  const all = listBenches()
  const unknown = positionals.filter((wanted) => !all.some(({ name }) => name === wanted))
  if (unknown.length > 0)
    throw new UserError(`There is no benchmark ${unknown.join(', ')}: choose of ${all.map(({ name }) => name).join(', ')}`)
  await ensureInstalled({ dev: true })
  const chosen = all.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const chromium = chromiumPath()
  const results = await runBenches(chosen, { isFull: values.full, env: { ...process.env, ...(chromium && { CHROMIUM_PATH: chromium }) } })
  const { isMet, text } = summaryOf(results)
  process.stdout.write(`\n${text}\n`)
  process.exitCode = isMet ? 0 : 1
})
