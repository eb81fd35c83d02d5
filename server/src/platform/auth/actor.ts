import { accessSubject, type AccessSubject, type CurrentUser, type KeyScope } from '@tenfour/contract'
import type pg from 'pg'
import { AppError } from '../errors.ts'
import { createCredentialLookup } from './credentials.ts'
import type { UserCache } from './current-user.ts'
import { hashSecret } from './secrets.ts'

/** Whoever calls: an application with a key, at an address. */
export type Caller = {
  /** None where the call needs no key. */
  readonly keyId: number | null
  /** The game server that the key speaks for. */
  readonly serverId: number | null
  readonly keyScopes: readonly KeyScope[]
  readonly address: string
  readonly userAgent: string
  readonly requestId: string
}

/** A signed-in user who calls. */
export type Actor = Caller & {
  readonly userId: number
  readonly sessionId: number
  readonly user: CurrentUser
  readonly subject: AccessSubject
}

export type Credentials = { readonly apiKey: string | undefined; readonly token: string | undefined }
export type Origin = Pick<Caller, 'address' | 'userAgent' | 'requestId'>

export type Authenticator = {
  /** Refuses a missing or wrong API key; a missing or wrong token makes a caller without a user. */
  readonly authenticate: (credentials: Credentials, origin: Origin) => Promise<Caller | Actor>
}

const SESSION_DAYS = 30
export const SESSION_LIFETIME_MS = SESSION_DAYS * 24 * 60 * 60 * 1000

/** Few keys make all the calls, and a user out of the cache is the same object each time: what follows from either is worked out once. */
const keyHashes = new Map<string, Buffer>()
const MOST_KEY_HASHES = 1000
function hashKey(key: string): Buffer {
  const hash = keyHashes.get(key) ?? hashSecret(key)
  if (keyHashes.size >= MOST_KEY_HASHES) keyHashes.clear()
  keyHashes.set(key, hash)
  return hash
}
const subjects = new WeakMap<CurrentUser, AccessSubject>()
function subjectOf(user: CurrentUser): AccessSubject {
  const subject = subjects.get(user) ?? accessSubject(user)
  subjects.set(user, subject)
  return subject
}

export function createAuthenticator({ pool, users }: { pool: pg.Pool; users: UserCache }): Authenticator {
  const find = createCredentialLookup(pool)
  /** Last use is kept to the minute, and a session in use does not expire. */
  const markUsed = (sessionId: number) =>
    pool.query(
      `with used as (
        update sessions set last_used_at = now(), expires_at = now() + interval '${SESSION_DAYS} days'
        where id = $1 and revoked_at is null returning user_id
      )
      update users set last_seen_at = now() from used where users.id = used.user_id`,
      [sessionId],
    )

  /** Of a server's keys alone: an administrator wants to know which of them can go. */
  const markKeyUsed = (keyId: number) => pool.query('update api_keys set last_used_at = now() where id = $1', [keyId])

  return {
    authenticate: async ({ apiKey, token }, origin) => {
      if (!apiKey) throw new AppError('api_key_missing', 'This call needs an API key in the X-API-Key header')
      const row = await find(hashKey(apiKey), token ? hashSecret(token) : null)
      if (!row) throw new AppError('api_key_invalid', 'The API key in the X-API-Key header is not valid')
      if (row.is_key_stale) await markKeyUsed(row.key_id)
      const caller: Caller = { keyId: row.key_id, serverId: row.server_id, keyScopes: row.scopes, ...origin }
      if (row.session_id === null || row.user_id === null) return caller
      const user = await users.get(row.user_id, row.access_version)
      if (!user) return caller
      if (row.is_stale) await markUsed(row.session_id)
      return { ...caller, userId: row.user_id, sessionId: row.session_id, user, subject: subjectOf(user) }
    },
  }
}

/** A member who acts in the game: their game server speaks for them, and no session of theirs is open for it. */
export const actorInGame = (
  user: CurrentUser,
  { keyId, serverId, origin }: { keyId: number; serverId: number; origin: Origin },
): Actor => ({
  keyId,
  serverId,
  keyScopes: ['bridge'],
  ...origin,
  userId: user.userId,
  sessionId: 0,
  user,
  subject: accessSubject(user),
})

export const isActor = (caller: Caller | Actor): caller is Actor => 'userId' in caller
