// npm run simulate -- --players 200: a simulated game server against any portal.
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { runTool } from './lib/portal-process.mjs'

await main(async () => {
  await ensureInstalled({ dev: false })
  process.exitCode = await runTool('bridge/src/simulate/main.ts', process.argv.slice(2))
})
