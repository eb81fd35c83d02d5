import type { PatientRecord, PersonRecord } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'

const MAX_SEEN_WITH = 10
/** How many of the newest calls are searched for other people who were on them. */
const MAX_CALLS = 200

export type PersonDetail = Pick<
  PersonRecord,
  | 'characterId'
  | 'name'
  | 'formerNames'
  | 'bornOn'
  | 'address'
  | 'postal'
  | 'description'
  | 'occupation'
  | 'phone'
  | 'picture'
  | 'deceased'
  | 'isNoted'
  | 'hasAccount'
  | 'seenWith'
  | 'fields'
>

/** A noted person who was claimed is read as the character that claimed them. */
const characterIdNow = (characterId: number) => sql`
  characters q join characters c on c.id = coalesce(q.merged_into_id, q.id) and c.removed_at is null
  cross join lateral (select array(select id from characters where id = c.id or merged_into_id = c.id) as ids) same
  where q.id = ${characterId}`
const deceased = sql`case when c.deceased_at is not null then json_build_object('at', c.deceased_at, 'cause', c.deceased_cause) end`
const picture = sql`(select p.digest from pictures p where p.id = c.picture_id)`

export async function findPerson(db: Db | Tx, characterId: number): Promise<PersonDetail | undefined> {
  const { rows } = await sql<PersonDetail>`
    select c.id as "characterId", c.name, c.born_on::text as "bornOn", c.address, c.postal, c.description, c.occupation, c.phone,
      ${picture} as picture, ${deceased} as deceased, visible_fields(c.fields, 'police') as fields, c.origin = 'officer' and c.user_id is null as "isNoted",
      c.user_id is not null as "hasAccount",
      array(select f.name from character_names f where f.character_id = c.id order by f.id desc) as "formerNames",
      coalesce((select json_agg(json_build_object('characterId', w.id, 'name', w.name, 'times', w.times) order by w.times desc, w.name, w.id)
        from (
          select o.id, o.name, count(distinct s.call_id) as times
          from (select call_id from call_subjects where character_id = any(same.ids) order by call_id desc limit ${MAX_CALLS}) mine
          join call_subjects s on s.call_id = mine.call_id and s.character_id <> all(same.ids)
          join characters noted on noted.id = s.character_id
          join characters o on o.id = coalesce(noted.merged_into_id, noted.id) and o.removed_at is null
          group by o.id order by times desc, o.name, o.id limit ${MAX_SEEN_WITH}) w), '[]') as "seenWith"
    from ${characterIdNow(characterId)}`.execute(db)
  return rows[0]
}

export type PatientDetail = Omit<PatientRecord, 'reports'>

export async function findPatient(db: Db | Tx, characterId: number): Promise<PatientDetail | undefined> {
  const { rows } = await sql<PatientDetail>`
    select c.id as "characterId", c.name, c.born_on::text as "bornOn", c.description, c.phone, ${picture} as picture,
      c.medical_notes as "medicalNotes", c.contacts, ${deceased} as deceased, visible_fields(c.fields, 'fire') as fields
    from ${characterIdNow(characterId)}`.execute(db)
  return rows[0]
}

export async function findVehicleByPlate(db: Db | Tx, plate: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from vehicles where plate_key = record_key(${plate}) and removed_at is null`.execute(db)
  return rows[0]?.id
}

type CallSubject = { readonly ids: { readonly characterId: number } | { readonly vehicleId: number }; readonly label: string }

/** A person or vehicle as the call log names it. */
export async function findSubject(
  db: Db | Tx,
  subject: { readonly kind: 'person'; readonly characterId: number } | { readonly kind: 'vehicle'; readonly vehicleId: number },
): Promise<CallSubject | undefined> {
  if (subject.kind === 'person') {
    const { rows } = await sql<{ id: number; name: string }>`select c.id, c.name from ${characterIdNow(subject.characterId)}`.execute(db)
    return rows[0] && { ids: { characterId: rows[0].id }, label: rows[0].name }
  }
  const vehicle = await db
    .selectFrom('vehicles')
    .select(['plate', 'model'])
    .where('id', '=', subject.vehicleId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return vehicle && { ids: { vehicleId: subject.vehicleId }, label: `${vehicle.plate} ${vehicle.model}`.trim() }
}
