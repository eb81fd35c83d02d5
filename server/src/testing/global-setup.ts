import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import type { TestProject } from 'vitest/node'
import { openDataFolder } from '../platform/data-folder/data-folder.ts'
import { ensureDatabaseExists } from '../platform/database/database.ts'
import { startEmbeddedDatabase } from '../platform/database/embedded.ts'
import { migrate } from '../platform/database/migrate.ts'
import { complain } from '../platform/log/say.ts'
import { withClient } from './test-database.ts'

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
  project.provide('templateUrl', url.href)
  return async () => own?.stop()
}

async function startOwn() {
  const folder = mkdtempSync(join(tmpdir(), 'tenfour-test-'))
  const data = await openDataFolder(folder, complain)
  const database = await startEmbeddedDatabase(data, () => undefined)
  await withClient(new URL('/postgres', database.url).href, async (client) => {
    // Durability is not needed in tests.
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) await client.query(`alter system set ${setting} = off`)
    await client.query('select pg_reload_conf()')
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
