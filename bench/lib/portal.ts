import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp, type AppOptions } from '../../server/src/app.ts'
import { openDataFolder } from '../../server/src/platform/data-folder/data-folder.ts'
import { ensureDatabaseExists, openDatabase } from '../../server/src/platform/database/database.ts'
import { startEmbeddedDatabase } from '../../server/src/platform/database/embedded.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'

export const WEB_KEY = 'web_key_of_the_benchmarks_012345'

/** A portal in this process with its own database, configured like `npm start`. Limits that a measurement meets are lifted by its own options. */
export async function startBenchPortal(
  options: Pick<AppOptions, 'webFolder' | 'lookupLimits' | 'trustProxy' | 'portalUrl' | 'smtpUrl'> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'tenfour-bench-'))
  const data = await openDataFolder(folder, console.error)
  const embedded = await startEmbeddedDatabase(data, console.error)
  await ensureDatabaseExists(embedded.url)
  await migrate(embedded.url)
  const database = openDatabase(embedded.url, console.error)
  const app = await createApp({
    database,
    webKey: WEB_KEY,
    historyKey: Buffer.from('the key of a measurement, no secret'),
    secretsKey: 'another key of a measurement, no secret',
    runsBot: false,
    version: 'bench',
    logLevel: 'warn',
    ...options,
  })
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    app,
    database,
    close: async () => {
      await app.close()
      await database.close()
      await embedded.stop()
      data.release()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
