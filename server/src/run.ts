import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp, type App } from './app.ts'
import { readConfig, type Config } from './platform/config/config.ts'
import { keepWebKey, openDataFolder } from './platform/data-folder/data-folder.ts'
import { assertReachable, ensureDatabaseExists, openDatabase, type Database } from './platform/database/database.ts'
import { startEmbeddedDatabase } from './platform/database/embedded.ts'
import { migrate } from './platform/database/migrate.ts'
import { StartupError } from './platform/errors.ts'
import { complain, complainOf, say } from './platform/log/say.ts'
import { connectRedis } from './platform/redis/redis.ts'
import { VERSION } from './version.ts'

/** All of stopping; requests under way get the first part of it, so that the database is stopped in order whatever they do. */
const STOP_LIMIT_MS = 9000
const DRAIN_LIMIT_MS = 6000

const ANY_ADDRESS =
  'TRUST_PROXY=true believes every X-Forwarded-For header: anyone who reaches the portal without the proxy can claim any address. ' +
  'Set it to the number of proxies, or to their addresses'

type Undo = () => Promise<void> | void

export type RunOptions = {
  /** Fills the database before anyone can reach the portal. */
  readonly prepare?: (database: Database) => Promise<void>
  /** Goes on beside the portal from just before anyone can reach it until it is told to stop. */
  readonly accompany?: (portal: { app: App; database: Database; webKey: string }) => Promise<Undo>
  /** More lines for the person at the console, once the portal is ready. */
  readonly greeting?: readonly string[]
}

/** Starts the portal and keeps it until it is told to stop. What can't be started is said in one line, with exit code 1. */
export async function runPortal({ greeting = [], ...hooks }: RunOptions = {}): Promise<void> {
  const undo: Undo[] = []
  const tearDown = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  let stopping = false
  const stop = (exitCode: number) => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(exitCode), STOP_LIMIT_MS).unref()
    tearDown()
      .catch(complainOf)
      .finally(() => process.exit(exitCode))
  }
  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))
  // The starter that holds the other end was killed.
  process.on('disconnect', () => stop(0))

  try {
    const config = readConfig(process.env)
    if (config.trustProxy === true) complain(ANY_ADDRESS)
    const { url, setupCode } = await start(config, undo, hooks)
    if (stopping) return
    say(`Tenfour ${VERSION} is ready at ${url}`)
    if (setupCode) say(`No account exists yet. Open ${url}/setup and enter this one-time code: ${setupCode}`)
    for (const line of greeting) say(line)
  } catch (error) {
    if (stopping) return
    if (error instanceof StartupError) complain(`Tenfour can't start: ${error.message}`)
    else complainOf(error)
    stop(1)
  }
}

async function start(
  config: Config,
  undo: Undo[],
  { prepare, accompany }: Pick<RunOptions, 'prepare' | 'accompany'>,
): Promise<{ url: string; setupCode: string | undefined }> {
  // Whatever may refuse to start is asked before anything is written.
  await assertPortIsFree(config)
  if (config.databaseUrl) await assertReachable(config.databaseUrl)
  if (config.redisUrl) await (await connectRedis(config.redisUrl, () => undefined)).close()

  const folder = openDataFolder(config.dataDir)
  undo.push(folder.release)
  const databaseUrl = config.databaseUrl ?? (await embedded(folder.path, undo))
  await migrate(databaseUrl)
  const database = openDatabase(databaseUrl, (error) => complain(`The database connection broke: ${error.message}`))
  undo.push(() => atMost(500, database.close()))
  await prepare?.(database)

  const webKey = config.apiKey ?? keepWebKey(folder.path)
  const app = await createApp({ ...config, database, webKey, version: VERSION })
  undo.push(() => atMost(DRAIN_LIMIT_MS, app.close()))
  if (config.rootAccount) await app.setup.createRootIfNone(config.rootAccount)
  if (accompany) undo.push(await accompany({ app, database, webKey }))
  await app.http
    .listen({ port: config.port, host: config.host, listenTextResolver: (address) => `listening at ${address}` })
    .catch((error: unknown) => {
      throw listenError(config, error)
    })
  const address = app.http.server.address()
  const port = address && typeof address === 'object' ? address.port : config.port
  const shownHost = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
  return { url: config.portalUrl ?? `http://${shownHost}:${port}`, setupCode: await app.setup.code() }
}

/** Waits for the work, but no longer than that. */
const atMost = (ms: number, work: Promise<void>): Promise<void> => Promise.race([work, sleep(ms, undefined, { ref: false })])

async function embedded(dataDir: string, undo: Undo[]): Promise<string> {
  const database = await startEmbeddedDatabase(dataDir, complain)
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
