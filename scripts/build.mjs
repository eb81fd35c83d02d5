// npm run build: everything npm start does before starting, for images and packages built in advance.
import { ensureBridgeBuilt } from './lib/bridge-build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { ensureWebBuilt } from './lib/web-build.mjs'

await main(async () => {
  await ensureInstalled({ dev: false })
  await ensureWebBuilt()
  await ensureBridgeBuilt()
})
