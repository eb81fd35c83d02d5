import { createAuthenticator } from './auth/actor.ts'
import { ensureWebKey } from './auth/api-keys.ts'
import { createAttemptGuard } from './auth/attempts.ts'
import { createUserCache } from './auth/current-user.ts'
import { DISCORD_API, DISCORD_SITE, type DiscordEnvironment } from './config/config.ts'
import type { Database } from './database/database.ts'
import { streamSeqs } from './database/streams.ts'
import { createCallerLimits } from './http/caller-limits.ts'
import { guardConnections } from './http/connections.ts'
import { createHttp } from './http/http.ts'
import { keepRecentLines, type LogStream } from './log/log.ts'
import { createRealtime } from './realtime/realtime.ts'
import { connectRedis } from './redis/redis.ts'
import { createSealer } from './secrets/sealer.ts'
import { keepSettings, type SettingOverrides } from './settings/settings.ts'
import { createSwitches } from './settings/switches.ts'

export type PlatformOptions = {
  readonly database: Database
  readonly webKey: string
  /** Seals histories against changes by someone who has only the database. */
  readonly historyKey: Buffer
  /** Where the end of those histories is stored outside of the database. */
  readonly historyEndFile?: string | undefined
  /** Encrypts stored secrets, such as tokens. */
  readonly secretsKey: string
  readonly discord?: DiscordEnvironment
  /** Whether this node may run the Discord bot. */
  readonly runsBot?: boolean
  /** Runs only the bot: the process serves no requests and leaves jobs to the portals. */
  readonly isBotAlone?: boolean
  readonly version: string
  readonly portalUrl?: string | undefined
  readonly redisUrl?: string | undefined
  /** The mail server; the portal sends mails where this and `portalUrl` are set. */
  readonly smtpUrl?: string | undefined
  readonly mailFrom?: string | undefined
  readonly frameOrigins?: readonly string[]
  readonly trustProxy?: boolean | number | string
  readonly settingOverrides?: SettingOverrides
  readonly apiLogDays?: number
  readonly logLevel?: string
  readonly logTo?: LogStream
}

/** The services features are built on. Everything that needs closing is added to `closing`. */
export async function createPlatform(options: PlatformOptions, closing: (() => unknown)[]) {
  const { database, webKey, historyKey, historyEndFile, secretsKey, version, portalUrl, redisUrl, smtpUrl, mailFrom, logLevel, logTo } =
    options
  const { discord = { apiUrl: DISCORD_API, siteUrl: DISCORD_SITE }, runsBot = true, isBotAlone = false } = options
  const { frameOrigins = [], trustProxy = false, settingOverrides = {}, apiLogDays = 14 } = options
  const { db, pool, background } = database
  const lines = keepRecentLines()
  const http = createHttp({ logLevel, logTo, trustProxy }, lines)
  const { log } = http
  const redis = redisUrl === undefined ? undefined : await connectRedis(redisUrl, log)
  if (redis) closing.push(() => redis.close())

  if (!isBotAlone) await ensureWebKey(db, webKey)
  const settings = keepSettings({
    db,
    overrides: settingOverrides,
    onError: (error) => log.error({ err: error }, 'settings could not be read'),
  })
  closing.push(settings.close)
  await settings.refresh()
  const switches = createSwitches(settings)
  const users = createUserCache(db)
  const authenticator = createAuthenticator({ pool, users })
  const attempts = createAttemptGuard(redis)
  const callerLimits = createCallerLimits({ authenticator, trustProxy })
  const realtime = await createRealtime({
    http: http.server,
    authenticator,
    callerLimits,
    switches,
    streamSeqs: (keys) => streamSeqs(db, keys),
    portalUrl,
    redis,
    log,
  })
  guardConnections(http.server)
  return {
    database,
    db,
    pool,
    background,
    redis,
    http,
    realtime,
    publish: realtime.publish,
    log,
    lines,
    users,
    authenticator,
    attempts,
    callerLimits,
    webKey,
    historyKey,
    historyEndFile,
    sealer: createSealer(secretsKey),
    discord,
    runsBot,
    isBotAlone,
    version,
    portalUrl,
    smtpUrl,
    mailFrom,
    frameOrigins,
    trustProxy,
    settings,
    switches,
    apiLogDays,
  }
}

export type Platform = Awaited<ReturnType<typeof createPlatform>>
