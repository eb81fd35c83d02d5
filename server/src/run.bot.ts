import { randomBytes } from 'node:crypto'
import { createApp } from './app.ts'
import { keysOf as backedUpKeys } from './features/portal/backup/backup.command.ts'
import type { Config } from './platform/config/config.ts'
import { readHistoryKey, readSecretsKey } from './platform/data-folder/kept-file.ts'
import { assertReachable, openDatabase } from './platform/database/database.ts'
import { runningEmbeddedUrl } from './platform/database/embedded.ts'
import { StartupError } from './platform/errors.ts'
import { say } from './platform/log/say.ts'
import { DRAIN_LIMIT_MS, runUntilStopped, withTimeout, type Undo } from './run.ts'
import { settleHeap } from './run.settle.ts'
import { upgradeDatabase } from './run.upgrade.ts'
import { VERSION } from './version.ts'

const LOOK_MS = 5000

/** Runs the Discord bot alone, beside the portals, until it is told to stop. Nothing is served, and jobs are left to the portals. */
export const runBot = (): Promise<void> =>
  runUntilStopped(async (config, undo, { warn, end, isStopping }) => {
    const url = await databaseUrl(config, undo, end)
    await upgradeDatabase({
      url,
      dataDir: config.dataDir,
      keys: () => backedUpKeys(config),
      passPhrase: config.backupPassPhrase,
      backsUp: config.backsUpUpgrades,
    })
    const database = openDatabase(url, warn)
    undo.push(() => withTimeout(500, database.close()))
    const app = await createApp({
      ...config,
      ...keysOf(config),
      database,
      // No request reaches this process, so nobody needs to know its key.
      webKey: config.apiKey ?? `web_${randomBytes(24).toString('base64url')}`,
      version: VERSION,
      runsBot: true,
      isBotAlone: true,
    })
    undo.push(() => withTimeout(DRAIN_LIMIT_MS, app.close()))
    settleHeap()
    if (!isStopping()) say(`The bot of Tenfour ${VERSION} runs; stop it with Ctrl-C`)
  })

/** Uses the portals' database, which one of the portals runs if it is embedded. */
async function databaseUrl(config: Config, undo: Undo[], end: (reason: string) => void): Promise<string> {
  if (config.databaseUrl !== undefined) {
    await assertReachable(config.databaseUrl)
    return config.databaseUrl
  }
  const url = runningEmbeddedUrl(config.dataDir)
  if (url === undefined) throw new StartupError('the bot needs DATABASE_URL, or a running portal with the same PORTAL_DATA_DIR')
  // After a restart of the portal, its database has another address.
  const timer = setInterval(() => {
    const now = runningEmbeddedUrl(config.dataDir)
    if (now !== undefined && now !== url) end('the portal was started again, with its database at another address')
  }, LOOK_MS)
  undo.push(() => clearInterval(timer))
  return url
}

/** Uses the portals' keys: no portal could read secrets that were sealed with other keys. */
function keysOf({ dataDir, ...config }: Config): { historyKey: Buffer; secretsKey: string } {
  const historyKey = config.historyKey ?? readHistoryKey(dataDir)
  if (historyKey === undefined) throw missing('PORTAL_HISTORY_KEY', 'history-key')
  const secretsKey = config.secretsKey ?? readSecretsKey(dataDir)
  if (secretsKey === undefined && config.discord.token === undefined) throw missing('PORTAL_SECRETS_KEY', 'secrets-key')
  return { historyKey: Buffer.from(historyKey), secretsKey: secretsKey ?? randomBytes(48).toString('base64url') }
}

const missing = (variable: string, file: string) =>
  new StartupError(`set ${variable}, or PORTAL_DATA_DIR to the folder with the portal's ${file}`)
