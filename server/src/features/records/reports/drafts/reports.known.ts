import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import { currentIds } from './reports.named.ts'

/** Whether a running search of the member shows this, such as `person:12` or `vehicle:34`. A running search is not in the log yet. */
export type HasShown = (userId: number, key: string) => boolean
type Served = { readonly characterIds: readonly number[]; readonly vehicleIds: readonly number[] }
/** Which of these people and vehicles a member served a warrant on within a day: they may be in a report without being looked up. */
export type HasServed = (tx: Tx, userId: number, among: Served) => Promise<Served>

/** Asks other features whom and which vehicles a writer knows. */
export type Shown = { readonly hasShown: HasShown; readonly hasServed?: HasServed | undefined }

/** Where a writer writes. `serverId` is null for legal staff, who write off duty. */
type Where = { readonly writerId: number; readonly serverId: number | null; readonly callId: number | null }

/** Records that a writer looked up or was shown within a day. */
const ownLookups = (writerId: number) => sql`
  select kind, character_id, vehicle_id, weapon_id, found from lookups where user_id = ${writerId} and at > now() - interval '24 hours'`

/**
 * Which of these people the writer may put on a draft: those on the call, those looked up on that server within a day, and those whom the writer
 * looked up, found, noted, served with a warrant, or saw as the owner of a vehicle or weapon. Otherwise names could be read by trying all ids.
 */
export async function knownPeople(
  tx: Tx,
  { writerId, serverId, callId }: Where,
  ids: readonly number[],
  { hasShown, hasServed }: Shown,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number; asked: number; isKnown: boolean }>`
    with mine as materialized (${ownLookups(writerId)})
    select q.id as asked, c.id,
      c.noted_by is not distinct from ${writerId}
      or exists (select from call_subjects s join characters n on n.id = s.character_id
        where s.call_id = ${callId} and coalesce(n.merged_into_id, n.id) = c.id)
      or exists (select from lookups l where l.character_id = c.id and l.server_id = ${serverId} and l.at > now() - interval '24 hours')
      or exists (select from mine where character_id = c.id)
      or exists (select from mine where kind = 'search' and concat_ws(', ', c.name, extract(year from c.born_on)::text) = any(found))
      or exists (select from mine join vehicles v on v.id = mine.vehicle_id where v.character_id = c.id)
      or exists (select from mine join weapons w on w.id = mine.weapon_id where w.character_id = c.id) as "isKnown"
    from characters q join characters c on c.id = coalesce(q.merged_into_id, q.id) and c.removed_at is null
    where q.id = any(${ids}::int[])`.execute(tx)
  const unseen = rows.filter(({ id, isKnown }) => !isKnown && !hasShown(writerId, `person:${id}`))
  const among = { characterIds: unseen.map(({ id }) => id), vehicleIds: [] }
  const served = unseen.length > 0 ? await hasServed?.(tx, writerId, among) : undefined
  return new Set(rows.filter((row) => !unseen.includes(row) || served?.characterIds.includes(row.id)).map(({ asked }) => asked))
}

/** The same for vehicles: those on the call, and those that the writer looked up, found, noted, searched with a warrant, or saw with their owner. */
export async function knownVehicles(
  tx: Tx,
  { writerId, callId }: Where,
  ids: readonly number[],
  { hasShown, hasServed }: Shown,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number; isKnown: boolean }>`
    with mine as materialized (${ownLookups(writerId)})
    select v.id,
      v.noted_by is not distinct from ${writerId}
      or exists (select from call_subjects s where s.call_id = ${callId} and s.vehicle_id = v.id)
      or exists (select from mine where vehicle_id = v.id or character_id = v.character_id)
      or exists (select from mine where kind = 'search' and concat_ws(' ', v.plate, nullif(v.model, '')) = any(found)) as "isKnown"
    from vehicles v where v.id = any(${ids}::int[]) and v.removed_at is null`.execute(tx)
  const unseen = rows.filter(({ id, isKnown }) => !isKnown && !hasShown(writerId, `vehicle:${id}`))
  const among = { characterIds: [], vehicleIds: unseen.map(({ id }) => id) }
  const served = unseen.length > 0 ? await hasServed?.(tx, writerId, among) : undefined
  return new Set(rows.filter((row) => !unseen.includes(row) || served?.vehicleIds.includes(row.id)).map(({ id }) => id))
}

export const UNKNOWN_PERSON = 'There is no such person among those you looked up: look them up first'
export const UNKNOWN_VEHICLE = 'There is no such vehicle among those you looked up: look it up first'

type Asked = {
  readonly id: number
  /** Where the id stands in the input. */
  readonly field: string
  /** Ids that the writer knows without looking them up. */
  readonly named: readonly number[]
}

/** Refuses a person whom the writer can't know of. */
export async function assertKnownPerson(tx: Tx, where: Where, { id, field, named }: Asked, shown: Shown): Promise<void> {
  if ((await currentIds(tx, named)).includes(id)) return
  if (!(await knownPeople(tx, where, [id], shown)).has(id)) throw new AppError('invalid_input', UNKNOWN_PERSON, field)
}

/** Refuses a vehicle that the writer can't know of. */
export async function assertKnownVehicle(tx: Tx, where: Where, { id, field, named }: Asked, shown: Shown): Promise<void> {
  if (named.includes(id)) return
  if (!(await knownVehicles(tx, where, [id], shown)).has(id)) throw new AppError('invalid_input', UNKNOWN_VEHICLE, field)
}
