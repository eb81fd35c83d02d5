// npm start: from a clone to a running portal.
import { ensureBridgeBuilt } from './lib/bridge-build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { runPortal } from './lib/portal-process.mjs'
import { ensureWebBuilt } from './lib/web-build.mjs'

await main(async () => {
  await ensureInstalled({ dev: false })
  await ensureWebBuilt()
  await ensureBridgeBuilt()
  process.exitCode = await runPortal('server/src/main.ts')
})
