// npm run bridge: bundles the FiveM resource into bridge/dist/tenfour.
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { runTool } from './lib/portal-process.mjs'

await main(async () => {
  await ensureInstalled({ dev: false })
  process.exitCode = await runTool('bridge/build.ts', process.argv.slice(2))
})
