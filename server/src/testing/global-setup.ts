import { rmSync } from 'node:fs'
import { runMigrations } from 'graphile-worker'
import type { TestProject } from 'vitest/node'
import { openDataFolder } from '../platform/data-folder/data-folder.ts'
import { ensureDatabaseExists } from '../platform/database/database.ts'
import { startEmbeddedDatabase } from '../platform/database/embedded.ts'
import { migrate } from '../platform/database/migrate.ts'
import { complain } from '../platform/log/say.ts'
import { withClient } from './test-database.ts'
import { makeDatabaseFolder } from './test-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string
  }
}

/** A real PostgreSQL for the whole run: TEST_DATABASE_URL or an embedded one. Each test portal copies its template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const own = given === undefined ? await startOwn() : undefined
  const url = new URL(own?.url ?? given ?? '')
  url.pathname = `/template_${process.pid}`
  await ensureDatabaseExists(url.href)
  await migrate(url.href)
  await runMigrations({ connectionString: url.href })
  // After a change of the schema, the first connection writes a cache of the catalog for later ones; each copy of the template has it too.
  await withClient(url.href, (client) => client.query('vacuum analyze'))
  await withClient(url.href, (client) => client.query('select 1'))
  project.provide('templateUrl', url.href)
  return async () => own?.stop()
}

/** Durability is not needed in tests. Each worker has a portal of about twelve connections, and now and then three of them. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' }

async function startOwn() {
  const folder = makeDatabaseFolder()
  const data = await openDataFolder(folder, complain)
  const database = await startEmbeddedDatabase(data, () => undefined, SETTINGS)
  await withClient(new URL('/postgres', database.url).href, async (client) => {
    // Each portal opens about ten connections, and a hardened password takes milliseconds for each.
    await client.query('set scram_iterations = 1')
    await client.query(`alter role portal password ${client.escapeLiteral(new URL(database.url).password)}`)
  })
  return {
    url: database.url,
    stop: async () => {
      await database.stop()
      data.release()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
