// npm run schema:dump: keeps a database of this version, with some rows of the demo, for the test of upgrades. See CONTRIBUTING.md, 'A release'.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { fromRoot, ROOT, UserError } from './lib/paths.mjs'
import { serverCommand } from './lib/portal-process.mjs'
import { freePort } from './lib/ports.mjs'
import { openRunFolder } from './lib/run-folder.mjs'
import { lastLines, start } from './lib/run.mjs'
import { dumpDatabase, query, trimRows } from './lib/schema-dump.mjs'
import { startPostgres } from './lib/services.mjs'
import { ensurePackages } from './lib/system-packages.mjs'

const DUMPS = fromRoot('server/src/platform/database/dumps')
/** The tables that the demo fills last: those of its game server and of its Discord. */
const LAST_FILLED = ['api_logs', 'server_links', 'discord_ballots', 'discord_ledger', 'discord_nicknames', 'discord_posts']

/** Runs the demo on the database until it has filled every table that it fills. */
const fill = async (url, data) => {
  const env = { DATABASE_URL: url, REDIS_URL: '', PORTAL_DATA_DIR: data, HOST: '127.0.0.1', PORT: String(await freePort()) }
  const { command, args, env: demoEnv } = serverCommand('demo/src/main.ts', ['--discord'], env)
  let ended
  const demo = start(command, args, { env: demoEnv })
  void demo.done.then((result) => (ended = result))
  const isFilled = `select ${LAST_FILLED.map((table) => `exists (select from ${table})`).join(' and ')}`
  try {
    // The tables are there once the demo has migrated the database.
    while ((await query(url, `select to_regclass('schema_objects') is not null`)) !== 't' || (await query(url, isFilled)) !== 't') {
      if (ended) throw new Error(`The demo ended early:\n${lastLines(ended.output, 20)}`)
      await delay(1000)
    }
  } finally {
    await demo.stop()
  }
}

await main(async () => {
  await ensureInstalled({ dev: true })
  await ensurePackages(['postgresql'], process.stdout)
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
  const changes = execFileSync('git', ['status', '--porcelain', '--', 'server/src', 'demo/src'], { cwd: ROOT, encoding: 'utf8' }).trim()
  if (changes !== '') throw new UserError('Commit your changes first: the dump is named after the commit that made it')
  const folder = openRunFolder()
  process.once('exit', folder.remove)
  const postgres = await startPostgres(folder.path)
  try {
    await query(postgres.url, 'create database tenfour')
    const url = new URL('/tenfour', postgres.url).href
    await fill(url, join(folder.path, 'data'))
    await trimRows(url)
    const newest = await query(url, `select to_char(max(number), 'FM0000') from schema_migrations`)
    mkdirSync(DUMPS, { recursive: true })
    const file = join(DUMPS, `${newest}-${commit}.sql`)
    await dumpDatabase(url, file)
    process.stdout.write(`${file}\n`)
  } finally {
    await postgres.stop()
  }
})
