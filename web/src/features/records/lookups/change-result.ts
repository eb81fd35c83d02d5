import type { Caution, FieldValues, Licence, LookupResult, PersonRecord, RecordActor, RecordEvent, Vehicle } from '@tenfour/contract'

/** What an act changes in the result that is shown: the portal's answer in place of what was there. */
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

export const withCaution = (caution: Caution): Change =>
  onRecord((record) => (record.kind === 'person' ? { ...record, cautions: [caution, ...record.cautions] } : record))

export const withoutCaution = (cautionId: number): Change =>
  onRecord((record) =>
    record.kind === 'person' ? { ...record, cautions: record.cautions.filter((each) => each.cautionId !== cautionId) } : record,
  )

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
