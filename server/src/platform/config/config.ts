import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { SETTINGS, unitSilenceGraceMinutes, unitSilenceMinutes, type Setting } from '@tenfour/contract'
import { z } from 'zod'
import { StartupError } from '../errors.ts'
import type { SettingOverrides } from '../settings/settings.ts'

export const DISCORD_API = 'https://discord.com/api'
export const DISCORD_SITE = 'https://discord.com'
const DEFAULT_FRAME_ORIGINS = ['https://cfx-nui-*']

const optional = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

const url = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  })

/** A mail server, with its host, and a password that can be read. */
const smtpUrl = url('smtp:', 'smtps:').refine(
  (value) => {
    if (!URL.canParse(value)) return true
    const { hostname, username, password } = new URL(value)
    return hostname !== '' && !/%(?![0-9a-f]{2})/i.test(username + password)
  },
  { error: 'must name a host, and have signs such as @ or % in its password percent-encoded' },
)

/** The same format as in the data folder, so that a key can be moved from one to the other. */
const sealingKey = z
  .string()
  .min(32, 'must have at least 32 characters')
  .max(200, 'must have at most 200 characters')
  .regex(/^\S+$/, 'must have no spaces')

/** Resources with a manifest older than `cerulean` serve their pages under `nui://`, the game's own scheme. */
const FRAME_ORIGIN = /^(https?:\/\/[A-Za-z0-9*._-]+(:\d+)?|nui:\/\/[A-Za-z0-9._-]+)$/
const frameOrigins = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .refine((origins) => origins.every((origin) => FRAME_ORIGIN.test(origin)), {
    error: 'must be origins such as https://cfx-nui-tenfour or nui://tenfour, separated by commas',
  })

/** An address or a range such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return longest > 0 && more.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= longest))
}

/** `true`, `false`, a number of hops, or the proxies' addresses, as for Fastify's trustProxy. */
const trustProxy = z
  .string()
  .refine((value) => /^(true|false|\d+|loopback)$/.test(value) || value.split(',').every((each) => isNetwork(each.trim())), {
    error: 'must be true, false, a number of proxies, or their addresses',
  })
  .transform((value) => (value === 'true' ? true : value === 'false' ? false : /^\d+$/.test(value) ? Number(value) : value))

/** A variable that decides a setting has the setting's own limits. */
const valueOf = <T>({ input, schema }: Setting<T>) =>
  z.string().transform((text, context): T => {
    const isNumber = input.kind === 'number' || input.kind === 'department'
    const value = isNumber ? (/^-?\d+$/.test(text) ? Number(text) : undefined) : input.kind === 'flag' ? FLAGS[text] : text
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    context.addIssue({ code: 'custom', message: expectationOf(input) })
    return z.NEVER
  })
const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false }

function expectationOf(input: Setting['input']): string {
  switch (input.kind) {
    case 'number':
      return `must be between ${input.min} and ${input.max} ${input.unit}`
    case 'flag':
      return 'must be true or false'
    case 'department':
      return 'must be the id of a department, or 0 for any'
    case 'choice':
      return `must be one of ${Object.keys(input.options).join(', ')}`
    case 'timeZone':
      return 'must be a time zone, such as Europe/Berlin'
    case 'text':
      return `must have at most ${input.max} characters`
    case 'colour':
      return 'must be a colour, such as #0b63ce'
    case 'picture':
      return 'must be the digest of a picture that was uploaded'
    case 'sound':
      return 'must be the digest of a sound that was uploaded'
  }
}

const Env = z.object({
  PORT: optional(
    z
      .string()
      .regex(/^\d+$/, 'must be a number')
      .transform(Number)
      .refine((port) => port <= 65_535, 'must be at most 65535'),
  ),
  HOST: optional(z.string().regex(/^[\w.:-]+$/, 'must be an address or host name')),
  PORTAL_URL: optional(url('http:', 'https:')),
  PORTAL_DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(url('postgres:', 'postgresql:')),
  REDIS_URL: optional(url('redis:', 'rediss:')),
  SMTP_URL: optional(smtpUrl),
  MAIL_FROM: optional(z.email('must be an email address').max(254, 'must have at most 254 characters')),
  PORTAL_API_KEY: optional(
    z
      .string()
      .min(24, 'must have at least 24 characters')
      .regex(/^[\w.~-]+$/, 'must be letters, digits, - _ . or ~'),
  ),
  PORTAL_HISTORY_KEY: optional(sealingKey),
  PORTAL_SECRETS_KEY: optional(sealingKey),
  PORTAL_BACKUP_PASSPHRASE: optional(z.string().max(1000, 'must have at most 1000 characters')),
  PORTAL_UPGRADE_BACKUP: optional(z.enum(['on', 'off'])),
  PORTAL_ROOT_EMAIL: optional(z.email('must be an email address')),
  PORTAL_ROOT_PASSWORD: optional(z.string().min(10, 'must have at least 10 characters').max(200, 'must have at most 200 characters')),
  PORTAL_FRAME_ORIGINS: optional(frameOrigins),
  TRUST_PROXY: optional(trustProxy),
  UNIT_SILENCE_MINUTES: optional(valueOf(unitSilenceMinutes)),
  UNIT_SILENCE_GRACE_MINUTES: optional(valueOf(unitSilenceGraceMinutes)),
  API_LOG_DAYS: optional(
    z
      .string()
      .regex(/^\d+$/, 'must be a number of days')
      .transform(Number)
      .refine((value) => value >= 1 && value <= 365, 'must be between 1 and 365 days'),
  ),
  DISCORD_BOT_TOKEN: optional(
    z
      .string()
      .regex(/^\S+$/, 'must have no spaces')
      .min(50, 'must have at least 50 characters')
      .max(200, 'must have at most 200 characters'),
  ),
  DISCORD_CLIENT_ID: optional(z.string().regex(/^\d{1,20}$/, 'must be a number of up to 20 digits')),
  DISCORD_CLIENT_SECRET: optional(
    z
      .string()
      .regex(/^\S+$/, 'must have no spaces')
      .min(16, 'must have at least 16 characters')
      .max(100, 'must have at most 100 characters'),
  ),
  DISCORD_API_URL: optional(url('http:', 'https:')),
  DISCORD_SITE_URL: optional(url('http:', 'https:')),
  PORTAL_BOT: optional(z.enum(['on', 'off'])),
  LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
})

const isVariable = (name: string): name is keyof typeof Env.shape => name in Env.shape

/** The settings that the environment decides, by key. */
function overridesIn(env: z.output<typeof Env>): SettingOverrides {
  const entries = SETTINGS.flatMap(({ key, env: name }): [string, unknown][] => {
    if (name === null) return []
    if (!isVariable(name)) throw new Error(`The setting ${key} names ${name}, which is not among the variables`)
    return env[name] === undefined ? [] : [[key, env[name]]]
  })
  return Object.fromEntries(entries)
}

/** The environment's values for Discord; all others are entered on the portal. */
export type DiscordEnvironment = {
  readonly token?: string | undefined
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  /** An address to use instead of Discord's own, for proxies and tests. */
  readonly apiUrl: string
  /** The address of Discord's pages, which browsers open; only tests change it. */
  readonly siteUrl: string
}

export type Config = {
  readonly port: number
  readonly host: string
  readonly portalUrl: string | undefined
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string | undefined
  readonly apiKey: string | undefined
  readonly historyKey: string | undefined
  readonly secretsKey: string | undefined
  readonly backupPassPhrase: string | undefined
  /** Whether a backup is made before an upgrade changes the database. */
  readonly backsUpUpgrades: boolean
  readonly discord: DiscordEnvironment
  /** Whether this node may run the Discord bot. */
  readonly runsBot: boolean
  readonly rootAccount: { readonly email: string; readonly password: string } | undefined
  readonly frameOrigins: readonly string[]
  readonly trustProxy: boolean | number | string
  /** Settings decided by the environment, by key. */
  readonly settingOverrides: SettingOverrides
  /** How long calls of game servers and integrations are kept. */
  readonly apiLogDays: number
  readonly logLevel: string
}

/**
 * Reads the environment, with `.env` as fallback. A wrong value is reported in one line that never includes the value, because it may be
 * secret.
 */
export function readConfig(environment: Record<string, string | undefined>, folder = process.cwd()): Config {
  const file = resolve(folder, '.env')
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  const parsed = Env.safeParse({ ...fromFile, ...environment })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const problem = issue?.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : issue?.message
    throw new StartupError(`${issue?.path.join('.')} ${problem}`)
  }
  const env = parsed.data
  if (Boolean(env.PORTAL_ROOT_EMAIL) !== Boolean(env.PORTAL_ROOT_PASSWORD)) {
    throw new StartupError('PORTAL_ROOT_EMAIL and PORTAL_ROOT_PASSWORD go together: set both or neither')
  }
  return {
    port: env.PORT ?? 3000,
    host: env.HOST ?? '0.0.0.0',
    portalUrl: env.PORTAL_URL?.replace(/\/+$/, ''),
    dataDir: resolve(folder, env.PORTAL_DATA_DIR ?? 'data'),
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    apiKey: env.PORTAL_API_KEY,
    historyKey: env.PORTAL_HISTORY_KEY,
    secretsKey: env.PORTAL_SECRETS_KEY,
    backupPassPhrase: env.PORTAL_BACKUP_PASSPHRASE,
    backsUpUpgrades: env.PORTAL_UPGRADE_BACKUP !== 'off',
    discord: {
      token: env.DISCORD_BOT_TOKEN,
      clientId: env.DISCORD_CLIENT_ID,
      clientSecret: env.DISCORD_CLIENT_SECRET,
      apiUrl: env.DISCORD_API_URL?.replace(/\/+$/, '') ?? DISCORD_API,
      siteUrl: env.DISCORD_SITE_URL ?? DISCORD_SITE,
    },
    runsBot: env.PORTAL_BOT !== 'off',
    rootAccount:
      env.PORTAL_ROOT_EMAIL && env.PORTAL_ROOT_PASSWORD ? { email: env.PORTAL_ROOT_EMAIL, password: env.PORTAL_ROOT_PASSWORD } : undefined,
    frameOrigins: env.PORTAL_FRAME_ORIGINS ?? DEFAULT_FRAME_ORIGINS,
    trustProxy: env.TRUST_PROXY ?? false,
    settingOverrides: overridesIn(env),
    apiLogDays: env.API_LOG_DAYS ?? 14,
    logLevel: env.LOG_LEVEL ?? 'info',
  }
}
