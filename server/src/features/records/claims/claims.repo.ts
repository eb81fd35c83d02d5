import type { Claim } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { findClaims, ownClaim } from './claims.rows.ts'

/**
 * A noted person (not a player of the game, who proves who they are) with the same name, in any order of its words as lookups compare them: first one with the same birth date, then one without,
 * the oldest first. Persons whom the member has claimed already come last, so that a second one with the same name can be claimed too.
 */
export async function findNotedPerson(tx: Tx, userId: number, characterId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select c.id from characters o cross join lateral words_of_name(o.name) own
    join name_words w on w.word = own[1] and w.other = coalesce(own[2], '')
    join characters c on c.id = w.character_id and c.user_id is null and c.origin <> 'game' and c.removed_at is null
    where o.id = ${characterId} and words_of_name(c.name) @> own and words_of_name(c.name) <@ own
      and (c.born_on is null or o.born_on is null or c.born_on = o.born_on)
    order by exists (select from record_claims l where l.noted_character_id = c.id and l.user_id = ${userId} and l.state = 'open'),
      c.born_on is null, c.id limit 1`.execute(tx)
  return rows[0]?.id
}

export async function findNotedVehicle(tx: Tx, plate: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from vehicles where plate_key = record_key(${plate}) and removed_at is null and character_id is null
      and origin <> 'game'`.execute(tx)
  return rows[0]?.id
}

/** The claimed record: a person or a vehicle. */
export type ClaimedRecord = { readonly notedCharacterId: number | null; readonly vehicleId: number | null }

/** Locks the claimed person or vehicle until the transaction ends. Returns whether it still belongs to nobody. */
export async function lockNoted(tx: Tx, { notedCharacterId, vehicleId }: ClaimedRecord): Promise<boolean> {
  const { rows } =
    vehicleId === null
      ? await sql`
        select from (select * from characters where id = ${notedCharacterId} for update) c where c.user_id is null and c.removed_at is null`.execute(
          tx,
        )
      : await sql`
        select from (select * from vehicles where id = ${vehicleId} for update) v where v.character_id is null and v.removed_at is null`.execute(
          tx,
        )
  return rows.length > 0
}

/** Counts a member's claims: those open, and those made within a day, decided ones included. */
export async function countClaims(tx: Tx, userId: number): Promise<{ open: number; today: number }> {
  const { rows } = await sql<{ open: number; today: number }>`
    select count(*) filter (where state = 'open')::int as open,
      count(*) filter (where created_at > now() - interval '1 day')::int as today
    from record_claims where user_id = ${userId}`.execute(tx)
  return rows[0] ?? { open: 0, today: 0 }
}

/** The id of the new claim; undefined if the member has an open claim for the same already. */
export async function insertClaim(
  tx: Tx,
  { userId, characterId, text, ...noted }: ClaimedRecord & { readonly userId: number; readonly characterId: number; readonly text: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into record_claims (user_id, character_id, noted_character_id, vehicle_id, text)
    values (${userId}, ${characterId}, ${noted.notedCharacterId}, ${noted.vehicleId}, ${text})
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id
}

type Outcome = { readonly state: 'granted' | 'refused' | 'withdrawn'; readonly reason?: string; readonly by?: number }

/** Ends open claims; returns those that this call ended. */
export async function endClaims(tx: Tx, which: RawBuilder<unknown>, { state, reason = '', by }: Outcome): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update record_claims set state = ${state}, reason = ${reason}, decided_at = now(), decided_by = ${by ?? null}
    where state = 'open' and ${which} returning id`.execute(tx)
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

/** The open claims of a character that is deleted. */
export async function withdrawClaimsFor(tx: Tx, characterId: number): Promise<Claim[]> {
  const ids = await endClaims(tx, sql`character_id = ${characterId}`, { state: 'withdrawn' })
  return (await findClaims(tx, ids)).map(ownClaim)
}

export const giveVehicle = (tx: Tx, vehicleId: number, characterId: number) =>
  sql`update vehicles set character_id = ${characterId}, version = version + 1 where id = ${vehicleId}`.execute(tx)

export async function countOwned(tx: Tx, characterId: number): Promise<{ vehicles: number; weapons: number }> {
  const { rows } = await sql<{ vehicles: number; weapons: number }>`
    select (select count(*)::int from vehicles where character_id = ${characterId} and removed_at is null) as vehicles,
      (select count(*)::int from weapons where character_id = ${characterId} and removed_at is null) as weapons`.execute(tx)
  return rows[0] ?? { vehicles: 0, weapons: 0 }
}

/**
 * Gives everything known about a noted person to the character. Written records stay as they are and are read through `merged_into_id`. Of two
 * licences of one type, two values of a field and two entries on one call, the character's own stays. Returns whether fines came with it.
 */
export async function mergePerson(tx: Tx, notedId: number, characterId: number): Promise<boolean> {
  const moved = sql`set character_id = ${characterId}, version = version + 1 where character_id = ${notedId}`
  await sql`update vehicles ${moved} and removed_at is null`.execute(tx)
  await sql`update weapons ${moved} and removed_at is null`.execute(tx)
  await sql`update licences ${moved} and type_id not in (select type_id from licences where character_id = ${characterId})`.execute(tx)
  await sql`update cautions set character_id = ${characterId} where character_id = ${notedId}`.execute(tx)
  const fines = await sql`update fines set character_id = ${characterId}, version = version + 1 where character_id = ${notedId}`.execute(tx)
  await sql`update jail_terms set character_id = ${characterId} where character_id = ${notedId}`.execute(tx)
  await sql`insert into character_names (character_id, name, until)
    select ${characterId}, name, until from character_names where character_id = ${notedId}`.execute(tx)
  await sql`update call_subjects s set character_id = ${characterId} where character_id = ${notedId}
    and not exists (select from call_subjects o where o.call_id = s.call_id and o.character_id = ${characterId})`.execute(tx)
  await sql`delete from call_subjects where character_id = ${notedId}`.execute(tx)
  await sql`update characters c set fields = n.fields || c.fields from characters n where c.id = ${characterId} and n.id = ${notedId}`.execute(
    tx,
  )
  const { rows } = await sql<{ external_id: string | null }>`
    update characters set merged_into_id = ${characterId}, removed_at = now(), version = version + 1 where id = ${notedId}
    returning external_id`.execute(tx)
  // The external id moves, so that the game finds the character when it sends the person again.
  await sql`update characters set external_id = coalesce(external_id, ${rows[0]?.external_id ?? null}) where id = ${characterId}`.execute(
    tx,
  )
  return (fines.numAffectedRows ?? 0n) > 0n
}
