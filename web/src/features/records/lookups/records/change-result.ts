import type {
  FieldValues,
  Flag,
  Licence,
  LookupResult,
  PersonRecord,
  RecordActor,
  RecordEvent,
  RecordFlag,
  Vehicle,
  WarrantAlert,
} from '@tenfour/contract'

/** Changes of the shown result after an act: the portal's answer replaces the earlier part. */
type Change = (result: LookupResult) => LookupResult
type Found = NonNullable<LookupResult['record']>

const onRecord =
  (change: (record: Found) => Found): Change =>
  (result) => ({ ...result, record: result.record && change(result.record) })

const replacing =
  <T>(fresh: T, isSame: (each: T) => boolean) =>
  (list: readonly T[]): T[] =>
    list.map((each) => (isSame(each) ? fresh : each))

export const withLicence = (licence: Licence): Change => {
  const replace = replacing(licence, ({ licenceId }) => licenceId === licence.licenceId)
  return onRecord((record) => {
    if (record.kind === 'person') return { ...record, licences: replace(record.licences) }
    if (record.kind === 'weapon') return { ...record, owner: { ...record.owner, licences: replace(record.owner.licences) } }
    return { ...record, owner: record.owner && { ...record.owner, licences: replace(record.owner.licences) } }
  })
}

export const withVehicle = (vehicle: Vehicle): Change =>
  onRecord((record) => {
    if (record.kind === 'vehicle') return record.vehicleId === vehicle.vehicleId ? { ...record, ...vehicle } : record
    if (record.kind === 'weapon') return record
    return { ...record, vehicles: replacing(vehicle, ({ vehicleId }) => vehicleId === vehicle.vehicleId)(record.vehicles) }
  })

export const withFields = (of: 'character' | 'vehicle', id: number, fields: FieldValues): Change =>
  onRecord((record) => {
    if (record.kind === 'person' && of === 'character') return record.characterId === id ? { ...record, fields } : record
    return record.kind === 'vehicle' && of === 'vehicle' && record.vehicleId === id ? { ...record, fields } : record
  })

export const withFlag = (flag: RecordFlag): Change => onRecord((record) => ({ ...record, recordFlags: [flag, ...record.recordFlags] }))

export const withoutFlag = (flagId: number): Change =>
  onRecord((record) => ({ ...record, recordFlags: record.recordFlags.filter((each) => each.flagId !== flagId) }))

export const withDeceased = (deceased: PersonRecord['deceased']): Change =>
  onRecord((record) => (record.kind === 'person' ? { ...record, deceased } : record))

type Act = { readonly title: string; readonly text: string; readonly reason: string; readonly by: RecordActor; readonly at: Date }

/** The line that the act has put on the record. The portal words it when the record is opened again. */
export const withEvent = ({ title, text, reason, by, at }: Act): Change =>
  onRecord((record) => {
    if (record.kind === 'weapon') return record
    // Below every number the portal gives.
    const eventId = Math.min(0, ...record.record.map((each) => each.eventId)) - 1
    const [characterId, vehicleId] =
      record.kind === 'person' ? [record.characterId, null] : [record.owner?.characterId ?? null, record.vehicleId]
    const event: RecordEvent = { eventId, characterId, vehicleId, title, text, reason, by, at: at.toISOString() }
    return { ...record, record: [event, ...record.record] }
  })

type Warned = { readonly warrants: WarrantAlert[]; readonly flags: Flag[] }

const withWarrantsOf = <T extends Warned>(one: T, warrants: WarrantAlert[]): T => {
  const others = one.flags.filter((flag) => flag !== 'Warrant')
  return { ...one, warrants, flags: warrants.length > 0 ? ['Warrant', ...others] : others }
}

/** The warrants on a record, those on its owner too. */
export function warrantsOn({ record }: LookupResult): readonly WarrantAlert[] {
  switch (record?.kind) {
    case undefined:
      return []
    case 'person':
      return record.warrants
    case 'vehicle':
      return [...record.warrants, ...(record.owner?.warrants ?? [])]
    case 'weapon':
      return record.owner.warrants
  }
}

/** Whether a warrant is about the person, the vehicle or the owner that is shown. */
export function isAbout({ record }: LookupResult, { characterId, vehicleId }: WarrantAlert): boolean {
  const owner = record?.kind === 'person' ? record.characterId : (record?.owner?.characterId ?? null)
  if (characterId !== null && characterId === owner) return true
  return vehicleId !== null && record?.kind === 'vehicle' && record.vehicleId === vehicleId
}

/** The warrants on the record as they are now, in place of those that were there. */
export const withWarrants = (warrants: readonly WarrantAlert[]): Change =>
  onRecord((record) => {
    const against = (id: number | undefined) => warrants.filter(({ characterId }) => characterId !== null && characterId === id)
    if (record.kind === 'person') return withWarrantsOf(record, against(record.characterId))
    const owner = record.owner && withWarrantsOf(record.owner, against(record.owner.characterId))
    if (record.kind === 'weapon') return owner ? { ...record, owner } : record
    const own = warrants.filter(({ vehicleId }) => vehicleId === record.vehicleId)
    const hasAny = own.length + (owner?.warrants.length ?? 0) > 0
    const flags: Flag[] = [...(hasAny ? (['Warrant'] as const) : []), ...record.flags.filter((flag) => flag !== 'Warrant')]
    return { ...record, owner, warrants: own, flags }
  })
