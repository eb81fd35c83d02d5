import { OffenceType, type Charge } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'

export type NamedPerson = {
  /** The id of the character that claimed a noted person, if one did. */
  readonly characterId: number
  readonly name: string
  readonly bornOn: string | null
  readonly isDeceased: boolean
  readonly isRemoved: boolean
}
export async function findPeople(db: Db | Tx, ids: readonly number[]): Promise<Map<number, NamedPerson>> {
  const { rows } = await sql<NamedPerson & { asked: number }>`
    select q.id as asked, c.id as "characterId", c.name, c.born_on::text as "bornOn", c.deceased_at is not null as "isDeceased",
      c.removed_at is not null as "isRemoved"
    from characters q join characters c on c.id = coalesce(q.merged_into_id, q.id) where q.id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map(({ asked, ...person }) => [asked, person]))
}

/** The ids of the people now: a noted person who was claimed since has the id of the character. */
export const currentIds = async (db: Db | Tx, ids: readonly number[]): Promise<number[]> =>
  [...(await findPeople(db, ids)).values()].map(({ characterId }) => characterId)

type NamedVehicle = {
  readonly vehicleId: number
  readonly plate: string
  readonly model: string
  readonly colour: string
  readonly isRemoved: boolean
}
async function findVehicles(db: Db | Tx, ids: readonly number[]): Promise<Map<number, NamedVehicle>> {
  const { rows } = await sql<NamedVehicle>`
    select id as "vehicleId", plate, model, colour, removed_at is not null as "isRemoved"
    from vehicles where id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map((vehicle) => [vehicle.vehicleId, vehicle]))
}

export type NamedOffence = Omit<Charge, 'counts' | 'fine' | 'jailMinutes'> & {
  /** False if the offence was reworded or retired since. */
  readonly isCurrent: boolean
}
export async function findOffences(db: Db | Tx, revisionIds: readonly number[]): Promise<Map<number, NamedOffence>> {
  const { rows } = await sql<NamedOffence>`
    select r.id as "revisionId", r.offence_id as "offenceId", r.code, r.title, r.type, r.fine_min as "fineMin", r.fine_max as "fineMax",
      r.jail_min as "jailMin", r.jail_max as "jailMax", r.points, o.revision_id = r.id and o.retired_at is null as "isCurrent"
    from offence_revisions r join offences o on o.id = r.offence_id where r.id = any(${revisionIds}::int[])`.execute(db)
  return new Map(rows.map((offence) => [offence.revisionId, { ...offence, type: OffenceType.parse(offence.type) }]))
}

type NamedCall = {
  readonly callId: number
  readonly serverId: number
  readonly title: string
  readonly location: string
  readonly postal: string
  readonly createdAt: Date
}
export async function findCall(db: Db | Tx, callId: number): Promise<NamedCall | undefined> {
  const { rows } = await sql<NamedCall>`
    select id as "callId", server_id as "serverId", title, location, postal, created_at as "createdAt" from calls where id = ${callId}`.execute(
    db,
  )
  return rows[0]
}

type NamedIds = {
  readonly characterIds?: readonly number[]
  readonly vehicleIds?: readonly number[]
  readonly revisionIds?: readonly number[]
  readonly callId?: number | null
}
/** Named records by the ids that were asked for. */
export type Named = {
  readonly people: ReadonlyMap<number, NamedPerson>
  readonly vehicles: ReadonlyMap<number, NamedVehicle>
  readonly offences: ReadonlyMap<number, NamedOffence>
  readonly call: NamedCall | undefined
}

/** The records that a report or a warrant names by id, as they are now: one statement for each kind of record. */
export const findNamed = async (
  db: Db | Tx,
  { characterIds = [], vehicleIds = [], revisionIds = [], callId = null }: NamedIds,
): Promise<Named> => ({
  people: characterIds.length === 0 ? new Map() : await findPeople(db, characterIds),
  vehicles: vehicleIds.length === 0 ? new Map() : await findVehicles(db, vehicleIds),
  offences: revisionIds.length === 0 ? new Map() : await findOffences(db, revisionIds),
  call: callId === null ? undefined : await findCall(db, callId),
})
