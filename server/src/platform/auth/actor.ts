import { accessSubject, type AccessSubject, type CurrentUser, type KeyScope } from '@tenfour/contract'
import type pg from 'pg'
import { AppError } from '../errors.ts'
import { networkOf } from '../http/client-address.ts'
import { createLanes } from '../limits/lanes.ts'
import { LOOKUP_LANE, MAX_CREDENTIAL_LENGTH } from '../limits/limits.ts'
import { createCredentialLookup } from './credentials.ts'
import type { UserCache } from './current-user.ts'
import { hashSecret } from './secrets.ts'

/** Anyone who calls the API: an application with a key, at an address. */
export type Caller = {
  /** Null if the endpoint needs no key. */
  readonly keyId: number | null
  /** The game server the key belongs to. */
  readonly serverId: number | null
  readonly keyScopes: readonly KeyScope[]
  readonly address: string
  readonly userAgent: string
  readonly requestId: string
}

/** A signed-in user. */
export type Actor = Caller & {
  readonly userId: number
  readonly sessionId: number
  readonly user: CurrentUser
  readonly subject: AccessSubject
}

export type Credentials = { readonly apiKey: string | undefined; readonly token: string | undefined }
export type Origin = Pick<Caller, 'address' | 'userAgent' | 'requestId'>

export type Authenticator = {
  /** Refuses a missing or wrong API key; a missing or wrong token yields a caller without a user. */
  readonly authenticate: (credentials: Credentials, origin: Origin) => Promise<Caller | Actor>
  /** The caller as of the last lookup, without a query. Use it for rate limits only, never for access control. */
  readonly lastKnown: (credentials: Credentials) => KnownCaller | undefined
}

/** A user id or a game server. */
export type KnownCaller = number | `server:${number}`
export const knownCaller = (caller: Caller | Actor): KnownCaller | undefined => {
  if (isActor(caller)) return caller.userId
  return caller.serverId !== null && caller.keyScopes.includes('bridge') ? `server:${caller.serverId}` : undefined
}

const SESSION_DAYS = 30
export const SESSION_LIFETIME_MS = SESSION_DAYS * 24 * 60 * 60 * 1000

/** Keys and tokens that were valid at their last lookup; invalid ones are not stored. */
type Known = { readonly hash: Buffer; readonly caller: KnownCaller | undefined }
const MAX_KNOWN = 10_000
function createMemory() {
  const kept = new Map<string, Known>()
  return {
    get: (secret: string) => kept.get(secret),
    keep: (secret: string, known: Known): void => {
      const oldest = kept.size < MAX_KNOWN || kept.has(secret) ? undefined : kept.keys().next().value
      if (oldest !== undefined) kept.delete(oldest)
      kept.set(secret, known)
    },
    forget: (secret: string): void => void kept.delete(secret),
  }
}
const isTooLong = (secret: string | undefined): boolean => secret !== undefined && secret.length > MAX_CREDENTIAL_LENGTH

/** Cached users keep their identity, so the subject is computed once per user object. */
const subjects = new WeakMap<CurrentUser, AccessSubject>()
function subjectOf(user: CurrentUser): AccessSubject {
  const subject = subjects.get(user) ?? accessSubject(user)
  subjects.set(user, subject)
  return subject
}

export function createAuthenticator({ pool, users }: { pool: pg.Pool; users: UserCache }): Authenticator {
  const find = createCredentialLookup(pool)
  /** Tracks last use to the minute and extends the session. */
  const markUsed = (sessionId: number) =>
    pool.query(
      `with used as (
        update sessions set last_used_at = now(), expires_at = now() + interval '${SESSION_DAYS} days'
        where id = $1 and revoked_at is null returning user_id
      )
      update users set last_seen_at = now() from used where users.id = used.user_id`,
      [sessionId],
    )

  /** Only for keys of servers: shows administrators which keys are unused. */
  const markKeyUsed = (keyId: number) => pool.query('update api_keys set last_used_at = now() where id = $1', [keyId])

  const keys = createMemory()
  const tokens = createMemory()
  const lookups = createLanes<string>(LOOKUP_LANE)

  return {
    authenticate: async ({ apiKey, token: given }, origin) => {
      if (!apiKey) throw new AppError('api_key_missing', 'This call needs an API key in the X-API-Key header')
      if (isTooLong(apiKey)) throw wrongKey()
      const token = isTooLong(given) ? undefined : given
      const knownKey = keys.get(apiKey)
      const knownToken = token ? tokens.get(token) : undefined
      const keyHash = knownKey?.hash ?? hashSecret(apiKey)
      const tokenHash = token ? (knownToken?.hash ?? hashSecret(token)) : null
      const lookUp = () => find(keyHash, tokenHash)
      const isSeen = knownKey !== undefined && (token === undefined || knownToken !== undefined)
      const row = await (isSeen ? lookUp() : lookups.run(networkOf(origin.address), lookUp))
      if (!row) {
        keys.forget(apiKey)
        throw wrongKey()
      }
      if (row.is_key_stale) await markKeyUsed(row.key_id)
      const caller: Caller = { keyId: row.key_id, serverId: row.server_id, keyScopes: row.scopes, ...origin }
      if (!knownKey) keys.keep(apiKey, { hash: keyHash, caller: knownCaller(caller) })
      const user = row.session_id === null || row.user_id === null ? undefined : await users.get(row.user_id, row.access_version)
      if (row.session_id === null || row.user_id === null || !user) {
        if (token && knownToken) tokens.forget(token)
        return caller
      }
      if (token && tokenHash && !knownToken) tokens.keep(token, { hash: tokenHash, caller: row.user_id })
      if (row.is_stale) await markUsed(row.session_id)
      return { ...caller, userId: row.user_id, sessionId: row.session_id, user, subject: subjectOf(user) }
    },
    lastKnown: ({ apiKey, token }) => (token ? tokens.get(token)?.caller : undefined) ?? (apiKey ? keys.get(apiKey)?.caller : undefined),
  }
}

const wrongKey = () => new AppError('api_key_invalid', 'The API key in the X-API-Key header is not valid')

/**
 * A member acting in the game, through their game server and without a session. Roles and permissions never count there: who holds the
 * server's key could otherwise use them.
 */
export function actorInGame(account: CurrentUser, { keyId, serverId, origin }: { keyId: number; serverId: number; origin: Origin }): Actor {
  const user: CurrentUser = { ...account, roles: [], userPermissions: [] }
  return { keyId, serverId, keyScopes: ['bridge'], ...origin, userId: user.userId, sessionId: 0, user, subject: accessSubject(user) }
}
export const isInGame = ({ keyScopes }: Pick<Caller, 'keyScopes'>): boolean => keyScopes.includes('bridge')

export const isActor = (caller: Caller | Actor): caller is Actor => 'userId' in caller
