import { createHash } from 'node:crypto'
import type { Json } from '../types.ts'

type Limit = { readonly limit: number; readonly perMs: number }

/** Routes that share a limit. Each counts for itself in each guild, channel or webhook. */
export type BucketName =
  | 'gateway'
  | 'users'
  | 'application'
  | 'ownMember'
  | 'commands'
  | 'guild'
  | 'channels'
  | 'roles'
  | 'members'
  | 'member'
  | 'memberRoles'
  | 'channel'
  | 'messages'
  | 'message'
  | 'deleteMessage'
  | 'reactions'
  | 'threads'
  | 'threadMembers'
  | 'dms'
  | 'interaction'
  | 'webhook'
  | 'oauth'

/** `newDms`: channels of direct messages that are opened for the first time. Too many are refused with 40003. */
type LimitSettings = Partial<Record<BucketName | 'global' | 'newDms', Limit>>

/** Roughly Discord's limits for a bot today. Discord publishes no numbers; these are what its headers say. */
const DISCORD_LIMITS: LimitSettings = {
  global: { limit: 50, perMs: 1000 },
  memberRoles: { limit: 10, perMs: 10_000 },
  member: { limit: 10, perMs: 10_000 },
  members: { limit: 10, perMs: 10_000 },
  messages: { limit: 5, perMs: 5000 },
  message: { limit: 5, perMs: 5000 },
  deleteMessage: { limit: 5, perMs: 1000 },
  reactions: { limit: 1, perMs: 250 },
  dms: { limit: 10, perMs: 10_000 },
  newDms: { limit: 10, perMs: 600_000 },
  threads: { limit: 50, perMs: 300_000 },
}

const GENEROUS: Limit = { limit: 10_000, perMs: 1000 }

/** Edits of messages older than an hour, per channel. */
const EDITS_OF_OLD: Limit = { limit: 3, perMs: 20_000 }

type Window = { used: number; endsAt: number }
export type Headers = Record<string, string>
type Verdict = { readonly headers: Headers; readonly refusal: Json | null }

export type Limits = ReturnType<typeof createLimits>

export function createLimits(now: () => number) {
  const windows = new Map<string, Window>()
  const exhausted = new Map<BucketName | 'global', number>()
  let settings: LimitSettings = {}

  const take = (
    key: string,
    { limit, perMs }: Limit,
  ): { readonly isOver: boolean; readonly left: number; readonly waitMs: number; readonly endsAt: number } => {
    const known = windows.get(key)
    const window = known && known.endsAt > now() ? known : { used: 0, endsAt: now() + perMs }
    windows.set(key, window)
    const isOver = window.used >= limit
    if (!isOver) window.used++
    return { isOver, left: limit - window.used, waitMs: window.endsAt - now(), endsAt: window.endsAt }
  }

  const refuse = (headers: Headers, waitMs: number, scope: 'user' | 'shared' | 'global'): Verdict => {
    limits.refused++
    const isGlobal = scope === 'global'
    // The header is whole seconds, rounded up; the body is exact.
    const retryAfter = { 'Retry-After': String(Math.ceil(waitMs / 1000)), 'X-RateLimit-Scope': scope, Via: '1.1 google' }
    return {
      headers: { ...headers, ...retryAfter, ...(isGlobal ? { 'X-RateLimit-Global': 'true' } : {}) },
      refusal: { message: 'You are being rate limited.', retry_after: waitMs / 1000, global: isGlobal },
    }
  }

  const limits = {
    /** How many requests were answered with 429 so far. */
    refused: 0,
    /** How many were answered with 401, 403 or 429: Discord bans an address at 10,000 in ten minutes. */
    invalid: 0,
    /** Sets limits by bucket, in addition to earlier ones. A bucket without a limit has generous headers and refuses nothing. */
    set: (given: LimitSettings): void => {
      settings = { ...settings, ...given }
      windows.clear()
    },
    /** Limits like those that Discord has for a bot today. */
    likeDiscord: (): void => limits.set(DISCORD_LIMITS),
    /** No limits again. */
    clear: (): void => {
      settings = {}
      windows.clear()
      exhausted.clear()
    },
    /** Answers a bucket with 429 for a while, though no header foretold it: another client of the same bot used it up. */
    exhaust: (bucket: BucketName | 'global', forMs: number): void => void exhausted.set(bucket, now() + forMs),
    /** Counts a new channel of direct messages; returns whether the bot may open it. */
    mayOpenDm: (): boolean => settings.newDms === undefined || !take('newDms', settings.newDms).isOver,
    /** Counts an edit of a message older than an hour; returns for how long the channel accepts no more, 0 if it accepts this one. */
    waitToEditOld: (channelId: string): number => {
      const { isOver, waitMs } = take(`old:${channelId}`, EDITS_OF_OLD)
      if (isOver) limits.refused++
      return isOver ? waitMs : 0
    },
    /** Counts a request; returns the headers of its answer. */
    admit: (bucket: BucketName, major: string): Verdict => {
      // Answers to interactions do not count towards the global limit.
      if (bucket !== 'interaction' && bucket !== 'webhook' && bucket !== 'oauth') {
        const exhaustedMs = (exhausted.get('global') ?? 0) - now()
        if (exhaustedMs > 0) return refuse({}, exhaustedMs, 'global')
        const global = settings.global && take('global', settings.global)
        if (global?.isOver) return refuse({}, global.waitMs, 'global')
      }
      const exhaustedMs = (exhausted.get(bucket) ?? 0) - now()
      if (exhaustedMs > 0) return refuse({}, exhaustedMs, 'shared')
      const limit = settings[bucket] ?? GENEROUS
      const { isOver, left, waitMs, endsAt } = take(`${bucket}:${major}`, limit)
      const headers = {
        'X-RateLimit-Limit': String(limit.limit),
        'X-RateLimit-Remaining': String(left),
        'X-RateLimit-Reset': (endsAt / 1000).toFixed(3),
        'X-RateLimit-Reset-After': (waitMs / 1000).toFixed(3),
        'X-RateLimit-Bucket': createHash('md5').update(bucket).digest('hex'),
      }
      return isOver ? refuse(headers, waitMs, 'user') : { headers, refusal: null }
    },
  }
  return limits
}
