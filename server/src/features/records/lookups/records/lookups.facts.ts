import type { LicenceStatus, ShownFlag, Unapproved } from '@tenfour/contract'
import { sql } from 'kysely'
import { TODAY } from '../../../../platform/calendar/calendar.ts'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { prepare } from '../../../../platform/database/prepared.ts'
import { licenceStatus } from '../../licences/licences.port.ts'
import { shownFlags } from '../../record-flags/record-flags.port.ts'
import { isServed } from '../../reports/reports.port.ts'

// Facts from which flags and rows of searches are made, read for a few people or vehicles at a time.

export type PersonFacts = {
  readonly characterId: number
  readonly name: string
  readonly words: readonly string[]
  readonly formerNames: readonly { readonly name: string; readonly words: readonly string[] }[]
  readonly birthYear: number | null
  readonly isDeceased: boolean
  readonly isNoted: boolean
  readonly recordFlags: readonly ShownFlag[]
  readonly isJailed: boolean
  readonly licences: readonly LicenceStatus[]
}

const persons = prepare<{ ids: readonly number[] }, PersonFacts>(
  ($) => sql`
    select c.id as "characterId", c.name, words_of_name(c.name) as words, extract(year from c.born_on)::int as "birthYear",
      c.deceased_at is not null as "isDeceased", c.origin = 'officer' and c.user_id is null as "isNoted",
      ${shownFlags('person', sql`c.id`)} as "recordFlags",
      exists (select from jail_terms t where t.character_id = c.id and ${isServed}) as "isJailed",
      array(select ${licenceStatus} from licences l where l.character_id = c.id) as licences,
      coalesce((select json_agg(json_build_object('name', f.name, 'words', words_of_name(f.name)) order by f.id desc)
        from character_names f where f.character_id = c.id), '[]') as "formerNames"
    from unnest(${$('ids')}::int[]) with ordinality as wanted (id, place)
    join characters c on c.id = wanted.id and c.removed_at is null and c.merged_into_id is null
    order by wanted.place`,
)
/** Facts of people in the order of the ids, without those that were removed. */
export const personFacts = (db: Db | Tx, ids: readonly number[]): Promise<PersonFacts[]> => persons.run(db, { ids })

export type VehicleFacts = {
  readonly vehicleId: number
  readonly plate: string
  readonly model: string
  readonly colour: string
  readonly ownerName: string | null
  readonly isStolen: boolean
  readonly isImpounded: boolean
  readonly approval: Unapproved['state'] | null
  readonly isNoted: boolean
  readonly registration: 'valid' | 'expired' | 'none'
  readonly isInsured: boolean
  readonly recordFlags: readonly ShownFlag[]
}

const vehicles = prepare<{ ids: readonly number[] }, VehicleFacts>(
  ($) => sql`
    select v.id as "vehicleId", v.plate, v.model, v.colour, c.name as "ownerName", v.stolen_at is not null as "isStolen", v.approval,
      v.impounded_in_game or exists (select from impounds i where i.vehicle_id = v.id and i.released_at is null) as "isImpounded",
      v.origin = 'officer' and v.character_id is null as "isNoted",
      case when v.registered_until is null then 'none' when v.registered_until < ${TODAY} then 'expired' else 'valid' end as registration,
      coalesce(v.insured_until >= ${TODAY}, false) as "isInsured", ${shownFlags('vehicle', sql`v.id`)} as "recordFlags"
    from unnest(${$('ids')}::int[]) with ordinality as wanted (id, place)
    join vehicles v on v.id = wanted.id and v.removed_at is null left join characters c on c.id = v.character_id
    order by wanted.place`,
)
export const vehicleFacts = (db: Db | Tx, ids: readonly number[]): Promise<VehicleFacts[]> => vehicles.run(db, { ids })
