// npm run check [-- --fix]: format, lint, types, import rules, feature cycles, dead code.
import { parseArgs } from 'node:util'
import { checks, inParallel } from './lib/checks.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { seconds } from './lib/progress.mjs'

await main(async () => {
  const { values } = parseArgs({ options: { fix: { type: 'boolean', default: false } } })
  await ensureInstalled({ dev: true })
  const runCheck = async (check) => {
    const started = performance.now()
    const { code, output, processorMs } = await check.run()
    const processor = processorMs === undefined ? '' : `, ${seconds(processorMs)} of a processor`
    process.stdout.write(`${code === 0 ? '✓' : '✗'} ${check.name} ${seconds(performance.now() - started)}${processor}\n`)
    return { name: check.name, failed: code !== 0, output }
  }
  const all = checks(values)
  // Fixes first, since they write files that the other checks read.
  const [first, rest] = values.fix ? [all.slice(0, 2), all.slice(2)] : [[], all]
  const results = [...(await inParallel(first, runCheck, 1)), ...(await inParallel(rest, runCheck))]
  const failed = results.filter((result) => result.failed)
  for (const { name, output } of failed) process.stdout.write(`\n── ${name}\n${output.trimEnd()}\n`)
  process.exitCode = failed.length > 0 ? 1 : 0
})
