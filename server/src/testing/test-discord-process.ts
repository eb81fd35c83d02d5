import type { FakeDiscord } from './discord/fake-discord.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { BOT_TOKEN, createTestDiscord } from './test-discord.ts'
import { makeFolder, readyAt, runPortal, type Run } from './test-process.ts'

export type PortalProcesses = {
  readonly discord: FakeDiscord
  readonly database: TestDatabase
  /** A portal with the bot, as a process that can be killed. */
  readonly start: () => Promise<Run>
  readonly kill: (run: Run) => Promise<void>
  /** Kills the processes that still run. */
  readonly close: () => Promise<void>
}

export async function preparePortalProcesses(): Promise<PortalProcesses> {
  const discord = await createTestDiscord()
  const database = await createTestDatabase()
  const folder = makeFolder()
  const runs: Run[] = []
  const kill = async ({ child, ended }: Run): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  return {
    discord,
    database,
    start: async () => {
      const run = runPortal({
        PORTAL_DATA_DIR: folder.path,
        DATABASE_URL: database.url,
        DISCORD_BOT_TOKEN: BOT_TOKEN,
        DISCORD_API_URL: `${discord.url}/api`,
      })
      runs.push(run)
      await readyAt(run)
      return run
    },
    kill,
    close: async () => {
      for (const run of runs) await kill(run)
      await database.drop()
      await discord.close()
      await folder.remove()
    },
  }
}
