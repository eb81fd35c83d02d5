// npm run schema: adds new migrations to the list of checksums, raises the schema number, and writes the files generated from the schema.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { openDataFolder } from '../data-folder/data-folder.ts'
import { StartupError } from '../errors.ts'
import { complain, say } from '../log/say.ts'
import { ensureDatabaseExists } from './database.ts'
import { startEmbeddedDatabase } from './embedded.ts'
import { migrate } from './migrate.ts'
import { LIST, type SchemaList, objectsSum, readList, readMigrations, readObjects } from './schema-files.ts'
import { databasePage } from './schema-page.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const SERVER = join(ROOT, 'server')
const PAGE = join(ROOT, 'docs/database.md')

/** The list with the new migrations added. A listed migration is never changed. */
export function nextList(list: SchemaList, keepsOlder: boolean): SchemaList {
  const migrations = readMigrations().map(({ number, name, sha256 }) => [`${String(number).padStart(4, '0')}_${name}`, sha256] as const)
  const files = new Map<string, string>(migrations)
  for (const [name, sha256] of Object.entries(list.migrations)) {
    if (files.get(name) !== sha256) {
      throw new StartupError(
        `${name}.sql is not the file that was listed. A landed migration never changes: write the next one. If it has not landed, take its line out of schema-list.json first`,
      )
    }
  }
  const hasNew = migrations.some(([name]) => !(name in list.migrations))
  const objects = objectsSum(readObjects())
  if (!hasNew && objects === list.objects) return list
  const number = Math.max(list.number + 1, ...readMigrations().map((each) => each.number))
  return { number, oldest: keepsOlder && !hasNew ? list.oldest : number, objects, migrations: Object.fromEntries(migrations) }
}

/** The files of the server that listen to each channel. */
export function findListeners(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const files = readdirSync(join(SERVER, 'src'), { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  for (const file of files.filter((each) => each.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(each)).toSorted()) {
    for (const [, channel = ''] of readFileSync(join(SERVER, 'src', file), 'utf8').matchAll(/'listen (\w+)'/g)) {
      found.set(channel, [...(found.get(channel) ?? []), file])
    }
  }
  return found
}

/** The types of a database of this version. */
async function writeTypes(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tenfour-schema-'))
  const data = await openDataFolder(folder, complain)
  const database = await startEmbeddedDatabase(data, () => undefined)
  try {
    await ensureDatabaseExists(database.url)
    await migrate(database.url)
    const cli = join(dirname(createRequire(import.meta.url).resolve('kysely-codegen/package.json')), 'dist/cli/bin.js')
    await promisify(execFile)(process.execPath, [cli, '--config-file', 'kysely-codegen.json', '--url', database.url], { cwd: SERVER })
    const format = [join(ROOT, 'node_modules/oxfmt/bin/oxfmt'), 'server/src/platform/database/schema.ts', 'docs/database.md']
    await promisify(execFile)(process.execPath, format, { cwd: ROOT })
  } finally {
    await database.stop()
    data.release()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'keeps-older': { type: 'boolean', default: false } } })
  const list = readList()
  const next = nextList(list, values['keeps-older'])
  writeFileSync(LIST, `${JSON.stringify(next, null, 2)}\n`)
  writeFileSync(PAGE, databasePage(readObjects(), findListeners()))
  await writeTypes()
  say(
    next === list ? `The schema is still ${list.number}` : `The schema is ${next.number} now; portals from ${next.oldest} on may run on it`,
  )
}

if (import.meta.main) {
  try {
    await main()
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    complain(error.message)
    process.exitCode = 1
  }
}
