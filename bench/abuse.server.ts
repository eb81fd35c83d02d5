import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUser } from '../server/src/features/people/users/users.service.ts'
import { startBenchPortal } from './lib/portal.ts'

// A page and a script of realistic size, so that the web app need not be built.
const webFolder = mkdtempSync(join(tmpdir(), 'tenfour-bench-web-'))
mkdirSync(join(webFolder, 'assets'))
writeFileSync(join(webFolder, 'index.html'), `<!doctype html><head><!--portal-config--></head>${'<!-- -->'.repeat(200)}`)
writeFileSync(join(webFolder, 'assets', 'app-abc123.js'), '/'.repeat(100_000))

const portal = await startBenchPortal({ webFolder })
for (const name of ['member', 'attacker']) {
  const account = {
    name,
    emailAddress: `${name}@example.com`,
    password: 'correct horse battery',
    roles: ['Staff'],
    departments: ['CIV', 'LSPD'].map((department) => ({ name: department, isPrimary: department === 'LSPD' })),
  }
  await portal.database.db.transaction().execute((tx) => createUser(tx, {}, account))
}

const rss = () => process.memoryUsage.rss() / 1024 / 1024
let peak = 0
setInterval(() => (peak = Math.max(peak, rss())), 100)
process.on('message', () => {
  const lastPeak = peak
  // Collect garbage first, so that it is not counted.
  globalThis.gc?.()
  peak = 0
  process.send?.({ peak: lastPeak, settled: rss() })
})
process.on('disconnect', () => {
  void portal.close().then(() => {
    rmSync(webFolder, { recursive: true, force: true })
    process.exit(0)
  })
})
process.send?.({ url: portal.url })
