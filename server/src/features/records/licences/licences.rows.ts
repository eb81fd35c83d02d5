import type { AnyLicenceType, Licence, LicenceConcerns, LicenceStatus } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { TODAY } from '../../../platform/calendar/calendar.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'

type Row = {
  id: number
  character_id: number
  type: AnyLicenceType
  type_id: number
  type_name: string
  number: string | null
  concerns: LicenceConcerns
  meaning: string
  status: LicenceStatus
  expires_on: string | null
  suspended_until: Date | null
  points: number
  reason: string
  version: number
}

const toLicence = (row: Row): Licence => ({
  licenceId: row.id,
  characterId: row.character_id,
  type: row.type,
  typeId: row.type_id,
  typeName: row.type_name,
  number: row.number,
  concerns: row.concerns,
  meaning: row.meaning,
  status: row.status,
  expiresOn: row.expires_on,
  suspendedUntil: row.status === 'suspended' ? (row.suspended_until?.toISOString() ?? null) : null,
  points: row.points,
  // The row keeps the reason of a suspension that has passed.
  reason: row.status === 'valid' || row.status === 'expired' ? '' : row.reason,
  version: row.version,
})

/** The status of the licence `l` now. A licence is valid until the end of its last day, by the community's calendar. */
export const licenceStatus = sql<LicenceStatus>`case
  when l.state <> 'granted' then l.state
  when l.suspended_until > now() then 'suspended'
  when l.expires_on < ${TODAY} then 'expired'
  else 'valid' end`

export async function selectLicences(db: Db | Tx, where: RawBuilder<unknown>): Promise<Licence[]> {
  const { rows } = await sql<Row>`
    select l.id, l.character_id, l.type, l.type_id, t.content ->> 'name' as type_name, l.number, t.content ->> 'concerns' as concerns,
      t.content ->> 'meaning' as meaning, ${licenceStatus} as status, l.expires_on::text, l.suspended_until, l.reason, l.version,
      coalesce((select sum(p.points) from licence_points p where p.licence_id = l.id and p.lapses_at > now() and p.withdrawn_at is null), 0)::int as points
    from licences l join cad_values t on t.id = l.type_id where ${where} order by l.id`.execute(db)
  return rows.map(toLicence)
}

export const licencesOf = (db: Db | Tx, characterIds: readonly number[]): Promise<Licence[]> =>
  selectLicences(db, sql`l.character_id = any(${characterIds})`)

/** A licence as game servers read it: one of the community's own by its name. */
export const licenceSummary = ({ type, typeName, status, expiresOn }: Licence) => ({
  type: type === 'OTHER' ? typeName : type,
  status,
  expiresOn,
})
