// npm run build: what npm start does before it starts, for images and packages made ahead.
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { ensureWebBuilt } from './lib/web-build.mjs'

await main(async () => {
  await ensureInstalled({ dev: false })
  await ensureWebBuilt()
})
