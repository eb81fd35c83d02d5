// npm run portal -- <command>: the portal's command line.
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { runTool } from './lib/portal-process.mjs'

await main(async () => {
  await ensureInstalled({ dev: false })
  process.exitCode = await runTool('server/src/cli.ts', process.argv.slice(2))
})
