import { COUNT_LIMIT, type FieldAudience, type PageQuery, type RecordEvent } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { limitTo } from '../../../platform/database/page.ts'

export type NewEvent = {
  readonly characterId?: number | null
  readonly vehicleId?: number | null
  readonly title: string
  readonly text: string
  readonly reason?: string
  /** Who reads the event: the owner and police, unless it is about something that they do not see. */
  readonly audience?: readonly FieldAudience[]
}

/** Writes an event to the record, in the transaction that causes it. `by` is null for the portal and the game. */
export async function writeEvent(
  tx: Tx,
  by: { readonly userId: number; readonly identifier?: string } | null,
  { characterId = null, vehicleId = null, title, text, reason = '', audience = ['owner', 'police'] }: NewEvent,
): Promise<void> {
  await tx
    .insertInto('record_events')
    .values({
      character_id: characterId,
      vehicle_id: vehicleId,
      title,
      text,
      reason,
      by_user_id: by?.userId ?? null,
      by_identifier: by?.identifier ?? '',
      audience: [...audience],
    })
    .execute()
}

type Row = {
  id: number
  character_id: number | null
  vehicle_id: number | null
  title: string
  text: string
  reason: string
  by_user_id: number | null
  by_name: string | null
  by_identifier: string
  at: Date
}
const toEvent = (row: Row): RecordEvent => ({
  eventId: row.id,
  characterId: row.character_id,
  vehicleId: row.vehicle_id,
  title: row.title,
  text: row.text,
  reason: row.reason,
  by: row.by_user_id === null ? null : { userId: row.by_user_id, name: row.by_name ?? '', identifier: row.by_identifier },
  at: row.at.toISOString(),
})

type Reader = 'owner' | 'police'
type Subject = { readonly characterId: number } | { readonly vehicleId: number } | { readonly ownerId: number }

/** Events of a character (with those of noted persons that it claimed), of a vehicle, or of all characters of a member. */
function isAbout(of: Subject) {
  if ('vehicleId' in of) return sql`e.vehicle_id = ${of.vehicleId}`
  const condition = 'characterId' in of ? sql`c.id = ${of.characterId}` : sql`c.user_id = ${of.ownerId} and c.removed_at is null`
  return sql`e.character_id = any(array(
    select c.id from characters c where ${condition}
    union all select n.id from characters n join characters c on c.id = n.merged_into_id where ${condition}))`
}

/** Events of a record that the reader may see, newest first. */
export async function eventsOf(db: Db | Tx, of: Subject, { page, pageSize }: PageQuery, reader: Reader = 'owner'): Promise<RecordEvent[]> {
  const { rows } = await sql<Row>`
    select e.*, u.name as by_name from record_events e left join users u on u.id = e.by_user_id
    where ${isAbout(of)} and ${reader} = any(e.audience) order by e.id desc ${limitTo({ page, pageSize })}`.execute(db)
  return rows.map(toEvent)
}

/** Counts events up to one above `COUNT_LIMIT`. */
export async function countEvents(db: Db | Tx, of: Subject, reader: Reader = 'owner'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from record_events e where ${isAbout(of)} and ${reader} = any(e.audience) limit ${COUNT_LIMIT + 1}) counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
