import { STEAM_PROOF_MINUTES, type SteamClaim, type SteamDispute } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { iso } from '../../../platform/database/iso.ts'
import type { AuthorizedTx } from '../users/users.port.ts'

/** Nonces are kept for longer than an answer of Steam is accepted. */
const NONCE_MINUTES = 60

type Proof = { readonly state: Buffer; readonly tab: Buffer; readonly sessionId: number }

export const insertProof = (db: Db, { state, tab, sessionId }: Proof) =>
  db
    .insertInto('steam_proofs')
    .values({
      state_hash: state,
      tab_hash: tab,
      session_id: sessionId,
      expires_at: sql<Date>`now() + make_interval(mins => ${STEAM_PROOF_MINUTES})`,
    })
    .execute()

/** Uses up what was started in this session and tab; false if there is none, or another call was first. */
export async function useProof(db: Db, { state, tab, sessionId }: Proof): Promise<boolean> {
  const used = await db
    .updateTable('steam_proofs')
    .set({ used_at: sql<Date>`now()` })
    .where('state_hash', '=', state)
    .where('tab_hash', '=', tab)
    .where('session_id', '=', sessionId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

/** False for an answer of Steam that was taken before. */
export async function takeNonce(tx: Tx, nonce: string): Promise<boolean> {
  const taken = await tx
    .insertInto('steam_nonces')
    .values({ nonce, expires_at: sql<Date>`now() + make_interval(mins => ${NONCE_MINUTES})` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (taken.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function prune(db: Db): Promise<void> {
  await sql`delete from steam_proofs where expires_at < now()`.execute(db)
  await sql`delete from steam_nonces where expires_at < now()`.execute(db)
}

/** Proofs and decisions about one Steam account are made one after the other. */
export const lockHex = (tx: Tx, steamHex: string) =>
  sql`select pg_advisory_xact_lock(hashtext('steam_claims'), hashtext(${steamHex}))`.execute(tx)

type Holder = { readonly userId: number; readonly hasProved: boolean }

/** The members who have the hex or have proved it, by id. */
export async function holdersOf(tx: Tx, steamHex: string): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select u.id as "userId", c.user_id is not null as "hasProved"
    from users u left join steam_claims c on c.user_id = u.id and c.steam_hex = ${steamHex}
    where u.id in (select user_id from steam_claims where steam_hex = ${steamHex}
      union all select id from users where lower(steam_id) = ${steamHex} and steam_id <> '')
    order by u.id`.execute(tx)
  return rows
}

export const setSteamHex = (tx: AuthorizedTx, userId: number, steamHex: string | null) =>
  tx.updateTable('users').set({ steam_id: steamHex }).where('id', '=', userId).execute()

/** Does nothing for an account that has another hex, or none. */
export const loseSteamHex = (tx: AuthorizedTx, userId: number, steamHex: string) =>
  sql`update users set steam_id = null where id = ${userId} and lower(steam_id) = ${steamHex}`.execute(tx)

export const claimantsOf = (tx: Tx, steamHex: string) =>
  tx
    .selectFrom('steam_claims')
    .select('user_id as userId')
    .where('steam_hex', '=', steamHex)
    .where('is_disputed', '=', true)
    .orderBy('user_id')
    .execute()

export const disputeClaims = (tx: AuthorizedTx, steamHex: string) =>
  tx.updateTable('steam_claims').set({ is_disputed: true }).where('steam_hex', '=', steamHex).execute()

export const saveClaim = (tx: AuthorizedTx, userId: number, steamHex: string, isDisputed: boolean) =>
  tx
    .insertInto('steam_claims')
    .values({ user_id: userId, steam_hex: steamHex, is_disputed: isDisputed })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'steam_hex']).doUpdateSet({ proved_at: sql<Date>`now()`, is_disputed: isDisputed }),
    )
    .execute()

/** Ends all claims to the hex but that of the winner, which is no longer disputed. */
export async function settleClaims(tx: AuthorizedTx, steamHex: string, winner: number | null): Promise<void> {
  await tx.deleteFrom('steam_claims').where('steam_hex', '=', steamHex).where('user_id', 'is distinct from', winner).execute()
  if (winner === null) return
  await sql`delete from steam_claims where user_id = ${winner} and not is_disputed`.execute(tx)
  await tx.updateTable('steam_claims').set({ is_disputed: false }).where('steam_hex', '=', steamHex).execute()
  await setSteamHex(tx, winner, steamHex)
}

export async function exportClaims(db: Db, userId: number): Promise<{ steamHex: string; provedAt: string; isDisputed: boolean }[]> {
  const rows = await db.selectFrom('steam_claims').selectAll().where('user_id', '=', userId).orderBy('proved_at').execute()
  return rows.map(({ steam_hex, proved_at, is_disputed }) => ({
    steamHex: steam_hex,
    provedAt: proved_at.toISOString(),
    isDisputed: is_disputed,
  }))
}

export async function claimOf(db: Db, userId: number): Promise<Omit<SteamClaim, 'proveAt'>> {
  const claims = await exportClaims(db, userId)
  const own = await db.selectFrom('users').select('steam_id').where('id', '=', userId).executeTakeFirst()
  return {
    steamHex: own?.steam_id?.toLowerCase() || null,
    provedAt: claims.find(({ isDisputed }) => !isDisputed)?.provedAt ?? null,
    disputed: claims.filter(({ isDisputed }) => isDisputed).map(({ steamHex, provedAt }) => ({ steamHex, provedAt })),
  }
}

type Dispute = Omit<SteamDispute, 'mayDecide'>

/** Oldest first, without those of accounts in `above`. */
export async function disputes(db: Db, above: RawBuilder<unknown>): Promise<Dispute[]> {
  const { rows } = await sql<Dispute>`
    select c.steam_hex as "steamHex", json_agg(json_build_object('userId', u.id, 'name', u.name, 'provedAt', ${iso('c.proved_at')},
      'isDisabled', u.disabled_at is not null, 'isDeleted', u.deleted_at is not null) order by c.proved_at, u.id) as claims
    from steam_claims c join users u on u.id = c.user_id where c.is_disputed
    group by c.steam_hex having not bool_or(u.id in ${above}) order by min(c.proved_at), c.steam_hex limit 100`.execute(db)
  return rows
}
