import type { KeyScope } from '@tenfour/contract'
import type pg from 'pg'

export type Found = {
  readonly key_id: number
  readonly server_id: number | null
  readonly scopes: KeyScope[]
  readonly session_id: number | null
  readonly user_id: number | null
  readonly access_version: number
  readonly is_stale: boolean
  readonly is_key_stale: boolean
}
type PendingLookup = {
  readonly keyHash: Buffer
  readonly tokenHash: Buffer | null
  readonly resolve: (found: Found | undefined) => void
  readonly reject: (error: unknown) => void
}

// Named, so that PostgreSQL plans it once per connection: every request runs it.
const STATEMENT = {
  name: 'authenticate',
  text: `select asked.number::integer, k.id as key_id, k.server_id, k.scopes, s.id as session_id, u.id as user_id, u.access_version,
      s.last_used_at < now() - interval '1 minute' as is_stale,
      k.server_id is not null and coalesce(k.last_used_at < now() - interval '1 minute', true) as is_key_stale
    from unnest($1::bytea[], $2::bytea[]) with ordinality as asked (key_hash, token_hash, number)
    join api_keys k on k.key_hash = asked.key_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
    left join sessions s on s.token_hash = asked.token_hash and s.revoked_at is null and s.expires_at > now()
    left join users u on u.id = s.user_id and u.disabled_at is null and u.deleted_at is null`,
}
const MAX_BATCH = 64

/**
 * Looks up the key and the session of a request in the database, every time. Requests that arrive together share one query, because under
 * load the round trip costs the most.
 */
export function createCredentialLookup(pool: pg.Pool) {
  let waiting: PendingLookup[] = []

  const lookUp = async () => {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      const values = [batch.map(({ keyHash }) => keyHash), batch.map(({ tokenHash }) => tokenHash)]
      const { rows } = await pool.query<Found & { number: number }>({ ...STATEMENT, values })
      const byNumber = new Map(rows.map((row) => [row.number, row]))
      for (const [index, { resolve }] of batch.entries()) resolve(byNumber.get(index + 1))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (keyHash: Buffer, tokenHash: Buffer | null): Promise<Found | undefined> =>
    new Promise((resolve, reject) => {
      waiting.push({ keyHash, tokenHash, resolve, reject })
      // Runs after all pending input has been read.
      if (waiting.length === 1) setImmediate(() => void lookUp())
      else if (waiting.length === MAX_BATCH) void lookUp()
    })
}
