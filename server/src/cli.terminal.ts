import type { BackupTerminal } from './features/portal/backup/backup.command.ts'
import { readConfig } from './platform/config/config.ts'
import { openDataFolder } from './platform/data-folder/data-folder.ts'
import { assertReachable, ensureDatabaseExists } from './platform/database/database.ts'
import { runningEmbeddedUrl, startEmbeddedDatabase } from './platform/database/embedded.ts'
import { moveEmbeddedDatabase } from './run.major.ts'

/** A usage error; shown with a pointer to the help. */
export class UsageError extends Error {}

/** Where a command is run: its settings, and where it writes. */
export type Terminal = BackupTerminal & { readonly env: NodeJS.ProcessEnv }

/** Uses the database of the running portal, or starts it temporarily. */
export async function withDatabase({ env, complain }: Terminal, work: (url: string) => Promise<void>): Promise<void> {
  const config = readConfig(env)
  if (config.databaseUrl) {
    await assertReachable(config.databaseUrl)
    return work(config.databaseUrl)
  }
  const running = runningEmbeddedUrl(config.dataDir)
  if (running) return work(running)
  const folder = await openDataFolder(config.dataDir, complain)
  try {
    await moveEmbeddedDatabase({ dataDir: folder.path, say: complain, warn: complain })
    const embedded = await startEmbeddedDatabase(folder, complain)
    try {
      await ensureDatabaseExists(embedded.url)
      await work(embedded.url)
    } finally {
      await embedded.stop()
    }
  } finally {
    folder.release()
  }
}
