// npm run demo: a throw-away community to look around in. All its data is deleted when it ends. With -- --discord, a Discord of its own is attached.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBridgeBuilt } from './lib/bridge-build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { runPortal } from './lib/portal-process.mjs'
import { ensureWebBuilt } from './lib/web-build.mjs'

await main(async () => {
  await ensureInstalled({ dev: false })
  await ensureWebBuilt()
  await ensureBridgeBuilt()
  const data = mkdtempSync(join(tmpdir(), 'tenfour-demo-'))
  process.once('exit', () => rmSync(data, { recursive: true, force: true, maxRetries: 5 }))
  process.exitCode = await runPortal('demo/src/main.ts', {
    args: process.argv.slice(2),
    env: { PORTAL_DATA_DIR: data, DATABASE_URL: '', REDIS_URL: '' },
  })
})
