// npm start: from a clone to a running portal.
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { runPortal } from './lib/portal-process.mjs'
import { ensureWebBuilt } from './lib/web-build.mjs'

await main(async () => {
  await ensureInstalled({ dev: false })
  await ensureWebBuilt()
  process.exitCode = await runPortal('server/src/main.ts')
})
