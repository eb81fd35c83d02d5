import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from './app.ts'
import type { Arrival } from './features/portal/backup/backup.arrival.ts'
import { otherHistoryKey } from './features/legal/warrants/history/warrants.entries.ts'
import { historyEndFile, keptEndProblem, readKeptEnd } from './features/legal/warrants/history/warrants.kept-end.ts'
import { readConfig, type Config } from './platform/config/config.ts'
import { openDataFolder, type DataFolder } from './platform/data-folder/data-folder.ts'
import { keepHistoryKey, keepSecretsKey, keepWebKey } from './platform/data-folder/kept-file.ts'
import { assertUndamaged } from './platform/database/damage.ts'
import { assertReachable, ensureDatabaseExists, openDatabase, type Database } from './platform/database/database.ts'
import { assertNotCopied } from './platform/database/embedded-process.ts'
import { startEmbeddedDatabase } from './platform/database/embedded.ts'
import { databaseOutage } from './platform/database/trouble.ts'
import { StartupError } from './platform/errors.ts'
import { complain, complainOf, say } from './platform/log/say.ts'
import { connectRedis } from './platform/redis/redis.ts'
import { moveEmbeddedDatabase } from './run.major.ts'
import { restoreArrived, takeBackups } from './run.restore.ts'
import { settleHeap } from './run.settle.ts'
import { createUpgradeNotice, upgradeDatabase } from './run.upgrade.ts'
import { VERSION } from './version.ts'

/** Limit for the whole shutdown. In-flight requests get only part of it, so that there is always time to stop the database cleanly. */
export const STOP_LIMIT_MS = 9000
export const DRAIN_LIMIT_MS = 6000

const ANY_ADDRESS =
  'TRUST_PROXY=true believes every X-Forwarded-For header: anyone who reaches the portal without the proxy can claim any address. ' +
  'Set it to the number of proxies, or to their addresses'

const OWN_HISTORY_KEY =
  'REDIS_URL is set and PORTAL_HISTORY_KEY is not: with several portals, each would seal the history of warrants with a key of its own, and none ' +
  'could check it all. Set PORTAL_HISTORY_KEY, the same on all portals; to keep what is sealed, to the content of history-key in the data folder'

const OWN_SECRETS_KEY =
  'REDIS_URL is set and PORTAL_SECRETS_KEY is not: with several portals, each would seal the bot token of Discord with a key of its own, and the ' +
  'others could not open it. Set PORTAL_SECRETS_KEY, the same on all portals; to keep what is sealed, to the content of secrets-key in the data folder'

export type RunOptions = {
  /** Fills the database before anyone can reach the portal. */
  readonly prepare?: (database: Database, historyKey: Buffer) => Promise<void>
  /** Runs alongside the portal. Started just before the portal listens; the returned function stops it. */
  readonly accompany?: (portal: { app: App; database: Database; webKey: string }) => Promise<Undo>
  /** Extra lines printed to the console once the portal is ready. */
  readonly greeting?: readonly string[]
}

/** Starts the portal and runs it until it is told to stop. If it can't start, prints one line and exits with code 1. */
export const runPortal = ({ greeting = [], ...hooks }: RunOptions = {}): Promise<void> =>
  runUntilStopped(async (config, undo, { warn, end, isStopping }) => {
    if (config.trustProxy === true) complain(ANY_ADDRESS)
    await start(config, undo, hooks, { warn, end, isStopping })
    if (isStopping()) return
    for (const line of greeting) say(line)
  })

export type Undo = () => Promise<void> | void
type Control = {
  readonly warn: (line: string) => void
  /** The reason why the portal can no longer run, if something outside makes that impossible. */
  readonly end: (reason: string) => void
  readonly isStopping: () => boolean
}

/** Everything that has to be undone at the end is added to `undo`, and undone in reverse. */
export async function runUntilStopped(work: (config: Config, undo: Undo[], control: Control) => Promise<void>): Promise<void> {
  const undo: Undo[] = []
  const tearDown = async () => {
    // A failing step must not prevent the database from being stopped.
    for (const step of undo.splice(0).reverse()) await Promise.resolve().then(step).catch(complainOf)
  }
  let stopping = false
  const stop = (exitCode: number) => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(exitCode), STOP_LIMIT_MS).unref()
    void tearDown().then(() => process.exit(exitCode))
  }
  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))
  // The parent process holding the other end of the IPC channel is gone.
  process.on('disconnect', () => stop(0))
  // On an unexpected error, still stop the database cleanly.
  process.on('uncaughtException', (error) => {
    complainOf(error)
    stop(1)
  })
  // Broken connections are expected while stopping.
  const warn = (line: string) => {
    if (!stopping) complain(line)
  }
  const end = (reason: string) => {
    complain(`Tenfour stops: ${reason}`)
    stop(1)
  }

  try {
    await work(readConfig(process.env), undo, { warn, end, isStopping: () => stopping })
  } catch (error) {
    if (stopping) return
    const reason = startupReason(error)
    if (reason !== undefined) complain(`Tenfour can't start: ${reason}`)
    else complainOf(error)
    stop(1)
  }
}

/** One line for problems the operator can fix. Undefined for anything else: that is a bug and is printed with its stack. */
function startupReason(error: unknown): string | undefined {
  if (error instanceof StartupError) return error.message
  if (databaseOutage(error) !== undefined) return `the database: ${error instanceof Error ? error.message : ''}`
  return error instanceof Error && 'syscall' in error ? error.message : undefined
}

async function start(
  config: Config,
  undo: Undo[],
  { prepare, accompany }: Pick<RunOptions, 'prepare' | 'accompany'>,
  { warn, end, isStopping }: Control,
): Promise<void> {
  // Check everything that can fail before writing anything.
  await assertPortIsFree(config)
  if (config.databaseUrl) await assertReachable(config.databaseUrl)
  else assertNotCopied(join(config.dataDir, 'postgres'))
  if (config.redisUrl) await (await connectRedis(config.redisUrl)).close()

  const folder = await openDataFolder(config.dataDir, end)
  undo.push(folder.release)
  // If another portal took the folder, it also stops our database. The folder watch already reports that.
  const warnIfOurs = (line: string) => {
    if (folder.isOurs()) warn(line)
  }
  if (config.redisUrl !== undefined && config.historyKey === undefined) warn(OWN_HISTORY_KEY)
  if (config.redisUrl !== undefined && config.secretsKey === undefined) warn(OWN_SECRETS_KEY)
  const keys = keepKeys(config, folder, warnIfOurs)
  // Loading the features takes as long as starting a database, so both happen at once. Invalid settings stop the start before that.
  const loading = import('./app.ts')
  loading.catch(() => undefined)
  const databaseUrl = config.databaseUrl ?? (await startEmbedded(config, folder, undo, warnIfOurs))
  await assertUndamaged(databaseUrl)

  const ended = undo.length
  const { arrival, close } = takeBackups(config, (backup) => {
    restoreAndServe(backup).catch((error: unknown) => {
      if (!isStopping()) end(startupReason(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)))
    })
  })
  await arrival.remove()
  const ground: Ground = { config, folder, databaseUrl, arrival, undo, warn: warnIfOurs, isStopping }
  let port = await serve(ground, keys, { prepare, accompany })
  undo.push(close)

  /** The portal ends but for its database and its folder, and begins anew with what is there after the restore. */
  const restoreAndServe = async (backup: Parameters<Parameters<typeof takeBackups>[1]>[0]) => {
    for (const step of undo.splice(ended).reverse()) await step()
    const onOpened = (closeNotice: Undo) => void undo.push(closeNotice)
    await restoreArrived({ ...backup, config, url: databaseUrl, port, arrival, onOpened })
    if (isStopping()) return
    port = await serve({ ...ground, config: { ...config, port } }, keepKeys(config, folder, warnIfOurs), {})
    undo.push(close)
  }
}

type Ground = {
  readonly config: Config
  readonly folder: DataFolder
  readonly databaseUrl: string
  readonly arrival: Arrival
  readonly undo: Undo[]
  readonly warn: (line: string) => void
  readonly isStopping: () => boolean
}
type PortalKeys = ReturnType<typeof keepKeys>

const keepKeys = ({ apiKey, historyKey, secretsKey }: Config, { path }: DataFolder, warn: (line: string) => void) => ({
  'api-key': apiKey ?? keepWebKey(path, warn),
  'history-key': historyKey ?? keepHistoryKey(path, warn),
  'secrets-key': secretsKey ?? keepSecretsKey(path, warn),
})

/** Brings the database up to date, runs the features on it, and says where. Returns the port. */
async function serve(
  { config, folder, databaseUrl, arrival, undo, warn, isStopping }: Ground,
  keys: PortalKeys,
  { prepare, accompany }: Pick<RunOptions, 'prepare' | 'accompany'>,
): Promise<number> {
  const { 'api-key': webKey, 'secrets-key': secretsKey } = keys
  const historyKey = Buffer.from(keys['history-key'])
  await upgrade(config, { url: databaseUrl, dataDir: folder.path, keys: () => keys }, undo)
  const database = openDatabase(databaseUrl, warn)
  undo.push(() => withTimeout(500, database.close()))
  const otherKey = await otherHistoryKey(database.db, historyKey)
  if (otherKey !== undefined) warn(otherKey)
  const endFile = historyEndFile(folder.path)
  const endProblem = await keptEndProblem(database.db, readKeptEnd(endFile))
  if (endProblem !== undefined) warn(`The history of warrants: ${endProblem}`)
  await prepare?.(database, historyKey)

  const { createApp } = await import('./app.ts')
  const backups = { dataDir: folder.path, keys, passPhrase: config.backupPassPhrase, arrival }
  const app = await createApp({ ...config, database, webKey, historyKey, historyEndFile: endFile, secretsKey, version: VERSION, backups })
  undo.push(() => withTimeout(DRAIN_LIMIT_MS, app.close()))
  if (config.rootAccount) await app.setup.createRootIfNone(config.rootAccount)
  if (accompany) undo.push(await accompany({ app, database, webKey }))
  settleHeap()
  await app.http
    .listen({ port: config.port, host: config.host, listenTextResolver: (address) => `listening at ${address}` })
    .catch((error: unknown) => {
      throw listenError(config, error)
    })
  const address = app.http.server.address()
  const port = address && typeof address === 'object' ? address.port : config.port
  const shownHost = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
  const url = config.portalUrl ?? `http://${shownHost}:${port}`
  const setupCode = await app.setup.code()
  if (isStopping()) return port
  say(`Tenfour ${VERSION} is ready at ${url}`)
  if (setupCode) say(`No account exists yet. Open ${url}/setup and enter this one-time code: ${setupCode}`)
  return port
}

const TELL_MS = 5000

/** Brings the database up to date, and says how far it is: on the port of the portal at once, on the console every few seconds. */
async function upgrade(
  { port, host, backupPassPhrase, backsUpUpgrades }: Config,
  options: Pick<Parameters<typeof upgradeDatabase>[0], 'url' | 'dataDir' | 'keys'>,
  undo: Undo[],
): Promise<void> {
  const notice = createUpgradeNotice(port, host)
  undo.push(notice.close)
  let toldAt: number | undefined
  await upgradeDatabase({
    ...options,
    passPhrase: backupPassPhrase,
    backsUp: backsUpUpgrades,
    onProgress: (progress) => {
      notice.tell(progress)
      // A new database is made at once, and nothing is said of it.
      if (progress.step === 'migrating' && toldAt === undefined) return
      if (toldAt !== undefined && Date.now() - toldAt < TELL_MS) return
      toldAt = Date.now()
      say(notice.line(progress))
    },
  })
  if (toldAt !== undefined) say('The database is up to date')
  await notice.close()
}

/** Waits for the work, but at most `ms`. */
export const withTimeout = (ms: number, work: Promise<void>): Promise<void> => Promise.race([work, sleep(ms, undefined, { ref: false })])

async function startEmbedded({ port, host }: Config, folder: DataFolder, undo: Undo[], warn: (line: string) => void): Promise<string> {
  const notice = createUpgradeNotice(port, host)
  undo.push(notice.close)
  const onProgress = (share: number) => notice.tell({ step: 'migrating', share })
  await moveEmbeddedDatabase({ dataDir: folder.path, say, warn, onProgress })
  await notice.close()
  const database = await startEmbeddedDatabase(folder, warn)
  undo.push(database.stop)
  await ensureDatabaseExists(database.url)
  return database.url
}

const assertPortIsFree = (config: Config) =>
  new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(listenError(config, error)))
    probe.listen(config.port, config.host, () => probe.close(() => resolve()))
  })

function listenError({ port, host }: Config, error: unknown): Error {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return new StartupError(`PORT ${port} is already in use on ${host}`)
    case 'EACCES':
      return new StartupError(`PORT ${port} needs rights this user does not have`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartupError(`HOST ${host} is not an address of this machine`)
    default:
      return error instanceof Error ? error : new Error(String(error))
  }
}
