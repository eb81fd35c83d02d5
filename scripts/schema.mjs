// npm run schema [-- --keeps-older]: after a new migration or a changed object, see CONTRIBUTING.md.
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { runTool } from './lib/portal-process.mjs'

await main(async () => {
  await ensureInstalled({ dev: true })
  process.exitCode = await runTool('server/src/platform/database/schema-command.ts', process.argv.slice(2))
})
