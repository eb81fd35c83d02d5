import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import type { ErrandRow } from './errands.repo.ts'

/**
 * `gone`: the member, message or channel does not exist. `denied`: the bot may not do this. `invalid`: Discord never accepts this.
 * `token`: Discord does not accept the bot's token. `later`: Discord is away or asks us to wait.
 */
type FailureKind = 'gone' | 'denied' | 'invalid' | 'token' | 'later'

/** Why Discord did not do something. It contains nothing of the request, which may hold secrets. */
export class DiscordFailure extends Error {
  readonly kind: FailureKind
  /** Discord's error code; 0 if there is none. */
  readonly code: number
  /** When to try again at the earliest. */
  readonly retryAfterMs: number | undefined
  /** Whether no other request gets through until then either. */
  readonly isForAll: boolean

  constructor(
    kind: FailureKind,
    message: string,
    { code = 0, retryAfterMs, isForAll = false }: { code?: number; retryAfterMs?: number; isForAll?: boolean } = {},
  ) {
    super(message)
    this.kind = kind
    this.code = code
    this.retryAfterMs = retryAfterMs
    this.isForAll = isForAll
  }
}

/** Errors of discord.js, recognised by their fields, because its classes are not loaded here. */
const RateLimited = z.object({ retryAfter: z.number(), timeToReset: z.number() })
const Refused = z.object({ status: z.int().min(400).max(599), code: z.unknown(), rawError: z.unknown() })
const Broken = z.object({ status: z.int().min(500).max(599) })
const Raw = z.object({ message: z.string(), errors: z.unknown() }).partial()

const GONE: Readonly<Record<number, string>> = {
  10003: 'The channel is gone in Discord',
  10004: 'The bot is not in that Discord server',
  10007: 'The member is not in the Discord server',
  10008: 'The message is gone in Discord',
  10011: 'The role is gone in Discord',
  10013: 'Discord does not know that account',
  10062: 'Too late: Discord no longer waits for the answer',
  50007: 'The member takes no direct messages from this server',
  50278: 'The member shares no server with the bot',
}

const NEEDS_MFA =
  "The Discord server wants two-factor authentication of its moderators, and the account that owns the bot has none. Switch it on in that account's settings."

/** Codes of failures after which Discord accepts the same request later, whatever their status. */
const LATER: Readonly<Record<number, { readonly words: string; readonly ms: number }>> = {
  20016: { words: 'Discord lets the channel rest for a moment (slow mode)', ms: 60_000 },
  20028: { words: 'Too much is written in the channel at the moment', ms: 60_000 },
  20029: { words: 'Too much is written in the Discord server at the moment', ms: 60_000 },
  40003: { words: 'Discord lets the bot open no more direct messages for now', ms: 300_000 },
  40004: { words: 'Discord has switched off sending messages for a while', ms: 300_000 },
  40006: { words: 'Discord has switched this off for a while', ms: 300_000 },
  40062: { words: 'Discord limits this service at the moment', ms: 60_000 },
  110001: { words: 'The Discord server is not available at the moment', ms: 60_000 },
  130000: { words: 'Discord is overloaded', ms: 60_000 },
  160006: { words: 'The Discord server has too many open threads. Archive some, or wait until Discord does', ms: 900_000 },
  // Discord does not tell when this is solved, so the errand is tried again.
  60003: { words: NEEDS_MFA, ms: 900_000 },
}
/** A title or a message that the server's own rules block. */
const AUTOMOD = new Set([200_000, 200_001, 240_000])
const AUTOMOD_WORDS =
  "AutoMod of the Discord server blocks this text. Exempt the bot's role from the rule under Server Settings, AutoMod, or change the text."

const MISSING_PERMISSIONS = 50013
const MISSING_ACCESS = 50001

export function toFailure(error: unknown): DiscordFailure {
  if (error instanceof DiscordFailure) return error
  const limited = RateLimited.safeParse(error).data
  if (limited) {
    const retryAfterMs = Math.max(limited.retryAfter, limited.timeToReset, 1000)
    return new DiscordFailure('later', "Waiting for Discord's rate limit", { retryAfterMs })
  }
  const refused = Refused.safeParse(error).data
  if (refused && refused.status < 500) return refusal(refused)
  const broken = Broken.safeParse(error).data
  if (broken) return new DiscordFailure('later', `Discord has a problem (${broken.status})`)
  if (error instanceof Error && isNetwork(error)) return new DiscordFailure('later', 'Discord does not answer')
  if (error instanceof Error && /token/i.test(error.message) && /expected/i.test(error.message)) return refusedToken()
  throw error
}

const refusedToken = () => new DiscordFailure('token', 'Discord refuses the bot token')

function refusal({ status, code: given, rawError }: z.output<typeof Refused>): DiscordFailure {
  const code = typeof given === 'number' ? given : 0
  if (status === 401) return refusedToken()
  const later = LATER[code]
  if (later) return new DiscordFailure('later', later.words, { code, retryAfterMs: later.ms })
  if (status === 408 || status === 429) return new DiscordFailure('later', 'Discord does not answer')
  const gone = GONE[code]
  if (gone !== undefined) return new DiscordFailure('gone', gone, { code })
  if (code === MISSING_PERMISSIONS) return new DiscordFailure('denied', 'The bot lacks a permission for this in Discord', { code })
  if (AUTOMOD.has(code)) return new DiscordFailure('denied', AUTOMOD_WORDS, { code })
  if (code === MISSING_ACCESS) return new DiscordFailure('denied', 'The bot has no access to this in Discord', { code })
  // Without a code, the answer is not Discord's but that of something in between, such as a proxy.
  if (status === 403) return code === 0 ? blocked() : new DiscordFailure('denied', words(rawError, status), { code })
  if (status === 404) return new DiscordFailure('gone', words(rawError, status), { code })
  return new DiscordFailure('invalid', words(rawError, status), { code })
}

const blocked = () => new DiscordFailure('later', 'Discord blocks this machine for a while', { retryAfterMs: 600_000, isForAll: true })

/** Discord's own message, with the first problem that it names in the input. */
function words(rawError: unknown, status: number): string {
  const { message, errors } = Raw.safeParse(rawError).data ?? {}
  const detail = firstMessage(errors)
  const said = [message, detail].filter((part) => part !== undefined && part !== '').join(': ')
  return `Discord refused: ${said === '' ? `status ${status}` : said.slice(0, 300)}`
}

function firstMessage(errors: unknown): string | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined
  if ('message' in errors && typeof errors.message === 'string') return errors.message
  for (const inner of Object.values(errors)) {
    const found = firstMessage(inner)
    if (found !== undefined) return found
  }
  return undefined
}

const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE'])
function isNetwork(error: Error): boolean {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return true
  const code = 'code' in error ? String(error.code) : ''
  if (NETWORK.has(code) || code.startsWith('UND_ERR_')) return true
  if (error instanceof AggregateError) return error.errors.some((each) => each instanceof Error && isNetwork(each))
  // A `fetch` that fails says so in its cause. Certificates that do not fit are among them.
  return (
    error.message === 'fetch failed' ||
    (error.cause instanceof Error && isNetwork(error.cause)) ||
    /^(CERT|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)
  )
}

type Facts = {
  readonly role: string | null
  readonly isTooHigh: boolean | null
  readonly isManaged: boolean | null
  readonly isOwner: boolean
  readonly isMemberTooHigh: boolean
}

/** Why an errand failed, with what to do about it, as far as the portal knows. */
export async function explainFailure(db: Db, { guild_id, discord_id, role_id }: ErrandRow, failure: DiscordFailure): Promise<string> {
  if (failure.code !== MISSING_PERMISSIONS || guild_id === null) return failure.message
  const { rows } = await sql<Facts>`
    select r.name as role, r.position >= g.bot_position as "isTooHigh", r.is_managed as "isManaged",
      g.owner_id = ${discord_id} as "isOwner",
      exists (select from discord_members m join discord_roles h on h.id = any(m.role_ids)
        where m.guild_id = g.id and m.discord_id = ${discord_id} and h.position >= g.bot_position) as "isMemberTooHigh"
    from discord_guilds g left join discord_roles r on r.id = ${role_id} where g.id = ${guild_id}`.execute(db)
  const [facts] = rows
  if (!facts) return failure.message
  if (role_id !== null) {
    if (facts.isManaged) return `${facts.role} belongs to an integration: nobody can give or take it.`
    if (facts.isTooHigh) return `The bot's role is below ${facts.role}. Move it up in Discord.`
    return "The bot lacks Manage Roles. Give it to the bot's role in Discord."
  }
  if (facts.isOwner) return "Discord lets nobody change the nickname of the server's owner."
  if (facts.isMemberTooHigh) return "The bot's role is below a role of this member. Move it up in Discord."
  return "The bot lacks a permission for this. See the check on the connection's page."
}
