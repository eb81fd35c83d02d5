// npm run api [-- --breaking]: records what leaves a process, see CONTRIBUTING.md.
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { runTool } from './lib/portal-process.mjs'

await main(async () => {
  await ensureInstalled({ dev: true })
  process.exitCode = await runTool('scripts/lib/api/record.mjs', process.argv.slice(2))
})
