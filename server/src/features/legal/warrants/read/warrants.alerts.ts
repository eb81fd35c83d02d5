import { warrantNumber, warrantsSwitch, type WarrantAlert, type WarrantType } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { prepare, type Slots } from '../../../../platform/database/prepared.ts'
import type { Switches } from '../../../../platform/settings/switches.ts'
import type { AlertSubjects, AlertViewer } from '../../../records/lookups/lookups.port.ts'
import { isInForce, isKnownTo } from './warrants.viewers.ts'

/** How many alerts one record shows. */
const MAX_ALERTS = 50

export type AlertRow = {
  readonly id: number
  readonly year: number
  readonly number: number
  readonly type: WarrantType
  readonly characterId: number | null
  readonly vehicleId: number | null
  readonly subjectName: string
  readonly about: string
  readonly bail: number | null
  readonly signedBy: string
  readonly signedAt: Date
  readonly expiresAt: Date
  readonly isConfidential: boolean
  readonly version: number
}

export const alertColumns = sql`w.id, w.year, w.number, w.type, coalesce(noted.merged_into_id, w.character_id) as "characterId",
  w.vehicle_id as "vehicleId", w.subject_name as "subjectName", w.about, w.bail, signer.name as "signedBy", w.signed_at as "signedAt",
  w.expires_at as "expiresAt", w.is_confidential as "isConfidential", w.version`
export const alertTables = sql`warrants w join users signer on signer.id = w.signer_id left join characters noted on noted.id = w.character_id`

export const toAlert = ({ id, year, number, signedAt, expiresAt, ...row }: AlertRow): WarrantAlert => ({
  warrantId: id,
  number: warrantNumber(year, number),
  ...row,
  signedAt: signedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})

type Asked = { characterIds: readonly number[]; vehicleIds: readonly number[]; userId: number; maySign: boolean; isInGame: boolean }

/** Active warrants by their subjects: a noted person and the character that claimed them are the same. */
const foundFor = ($: Slots<Asked>) => sql`
  with roots as materialized (select coalesce(q.merged_into_id, q.id) as id from characters q where q.id = any(${$('characterIds')}::int[])),
  same as materialized (select id from roots union select c.id from characters c join roots on c.merged_into_id = roots.id),
  found as materialized (
    select id from warrants where state = 'active' and character_id in (select id from same)
    union all
    select id from warrants where state = 'active' and vehicle_id = any(${$('vehicleIds')}::int[]))`
const isShown = ($: Slots<Asked>): RawBuilder<unknown> =>
  sql`${isInForce} and ${isKnownTo({
    userId: sql`${$('userId')}::int`,
    maySign: sql`${$('maySign')}::boolean`,
    isInGame: sql`${$('isInGame')}::boolean`,
  })}`

const alerts = prepare<Asked, AlertRow>(
  ($) => sql`${foundFor($)}
    select ${alertColumns} from found join (${alertTables}) on w.id = found.id where ${isShown($)}
    order by w.signed_at desc, w.id limit ${MAX_ALERTS}`,
)
const wanted = prepare<Asked, { characterId: number | null; vehicleId: number | null }>(
  ($) => sql`${foundFor($)}
    select distinct coalesce(noted.merged_into_id, w.character_id) as "characterId", w.vehicle_id as "vehicleId"
    from found join warrants w on w.id = found.id left join characters noted on noted.id = w.character_id where ${isShown($)}`,
)

export const alertsFor = async (db: Db | Tx, subjects: AlertSubjects, viewer: AlertViewer): Promise<WarrantAlert[]> =>
  (await alerts.run(db, { ...subjects, ...viewer })).map(toAlert)

/** Which of the subjects are wanted. A noted person who was claimed is given as the character. */
export async function wantedAmong(db: Db | Tx, subjects: AlertSubjects, viewer: AlertViewer): Promise<AlertSubjects> {
  const rows = await wanted.run(db, { ...subjects, ...viewer })
  return {
    characterIds: rows.flatMap(({ characterId }) => characterId ?? []),
    vehicleIds: rows.flatMap(({ vehicleId }) => vehicleId ?? []),
  }
}

/** Nobody is wanted while warrants are switched off. */
export const alertsWhileOn = ({ isOn }: Pick<Switches, 'isOn'>) => ({
  alertsFor: async (...asked: Parameters<typeof alertsFor>): Promise<WarrantAlert[]> => (isOn(warrantsSwitch) ? alertsFor(...asked) : []),
  wantedAmong: async (...asked: Parameters<typeof wantedAmong>): Promise<AlertSubjects> =>
    isOn(warrantsSwitch) ? wantedAmong(...asked) : { characterIds: [], vehicleIds: [] },
})
