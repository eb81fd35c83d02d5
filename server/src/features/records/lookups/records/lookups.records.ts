import {
  CAUTION_FLAG,
  type Bolo,
  type Caution,
  type Flag,
  type LookupResult,
  type PersonRecord,
  type RecordFlag,
  type VehicleRecord,
  type WarrantAlert,
  type WeaponRecord,
} from '@tenfour/contract'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import { matchBolos } from '../../bolos/bolos.port.ts'
import { eventsOf } from '../../history/history.port.ts'
import { licencesOf } from '../../licences/licences.port.ts'
import { recordFlagsOf } from '../../record-flags/record-flags.port.ts'
import { penaltiesOnRecord, reportsOnRecord } from '../../reports/reports.port.ts'
import { findVehicles, vehiclesOf } from '../../vehicles/vehicles.port.ts'
import { findWeapons, weaponsOf } from '../../weapons/weapons.port.ts'
import { inOrder, personFlags, vehicleFlags, weaponFlags } from './lookups.flags.ts'
import * as repo from './lookups.records.repo.ts'
import { personFacts, vehicleFacts, type PersonFacts } from './lookups.facts.ts'
import { namesOf } from '../search/lookups.search.ts'
import type { SeenWarrants } from './lookups.warrants.ts'

/** A record as it is now, with the open BOLOs that match it and its name in the log. */
export type OpenedRecord = {
  readonly record: LookupResult['record']
  readonly bolos: readonly Bolo[]
  readonly label: string
}

const NEWEST = { page: 1, pageSize: 50 }

export async function readPerson(db: Db | Tx, asked: number, { alertsFor }: SeenWarrants): Promise<OpenedRecord> {
  const person = await repo.findPerson(db, asked)
  if (!person) throw new AppError('not_found', 'There is no such person', 'characterId')
  const { characterId, name } = person
  const [[facts], licences, vehicles, weapons, record, { reports, counts }, penalties, warrants, recordFlags] = await Promise.all([
    personFacts(db, [characterId]),
    licencesOf(db, [characterId]),
    vehiclesOf(db, [characterId], 'police'),
    weaponsOf(db, [characterId]),
    eventsOf(db, { characterId }, NEWEST, 'police'),
    reportsOnRecord(db, characterId),
    penaltiesOnRecord(db, characterId),
    alertsFor(db, { characterIds: [characterId] }),
    recordFlagsOf(db, 'person', characterId),
  ])
  if (!facts) throw new AppError('not_found', 'There is no such person', 'characterId')
  const { persons } = await matchBolos(db, [{ characterId, names: namesOf(facts) }], [])
  const bolos = persons[0] ?? []
  const found: PersonRecord = {
    kind: 'person',
    ...person,
    cautions: recordFlags.filter(({ warns }) => warns).map(toCaution),
    recordFlags,
    licences,
    vehicles,
    weapons,
    record,
    reports,
    reportCounts: counts,
    ...penalties,
    warrants,
    flags: personFlags(facts, { hasBolo: bolos.length > 0, hasWarrant: warrants.length > 0 }),
  }
  return { record: found, bolos, label: name }
}

export async function readVehicle(db: Db | Tx, vehicleId: number, seen: SeenWarrants): Promise<OpenedRecord> {
  const [[vehicle], [facts], record, recordFlags] = await Promise.all([
    findVehicles(db, [vehicleId], 'police'),
    vehicleFacts(db, [vehicleId]),
    eventsOf(db, { vehicleId }, NEWEST, 'police'),
    recordFlagsOf(db, 'vehicle', vehicleId),
  ])
  if (!vehicle || !facts) throw new AppError('not_found', 'There is no such vehicle', 'vehicleId')
  const { characterId, ...rest } = vehicle
  const { owner, bolos, warrants } = await readOwner(db, characterId, [vehicle], seen)
  const flags = vehicleFlags(facts, { hasBolo: bolos.length > 0, hasWarrant: warrants.length > 0 })
  const found: VehicleRecord = { kind: 'vehicle', ...rest, isNoted: facts.isNoted, owner, warrants, record, flags, recordFlags }
  return { record: found, bolos, label: [vehicle.plate, vehicle.model].filter(Boolean).join(' ') }
}

/** The record of a plate. A BOLO may match a plate that nobody registered. */
export async function readPlate(db: Db | Tx, plate: string, seen: SeenWarrants): Promise<OpenedRecord> {
  const vehicleId = await repo.findVehicleByPlate(db, plate)
  if (vehicleId !== undefined) return readVehicle(db, vehicleId, seen)
  const { vehicles } = await matchBolos(db, [], [{ vehicleId: null, plate }])
  return { record: null, bolos: vehicles[0] ?? [], label: plate }
}

export async function readWeapon(db: Db | Tx, weaponId: number, seen: SeenWarrants): Promise<OpenedRecord> {
  const [weapon] = await findWeapons(db, [weaponId])
  const { owner } = await readOwner(db, weapon?.characterId ?? null, [], seen)
  if (!weapon || !owner) throw new AppError('not_found', 'There is no such weapon', 'weaponId')
  const recordFlags = await recordFlagsOf(db, 'weapon', weaponId)
  const found: WeaponRecord = {
    kind: 'weapon',
    ...weapon,
    owner,
    flags: weaponFlags({ recordFlags, approval: weapon.unapproved?.state ?? null }, owner.flags),
    recordFlags,
  }
  return { record: found, bolos: [], label: `${weapon.model} ${weapon.serial}` }
}

/** An owner, with BOLOs and warrants for what they own. A BOLO for the owner is only a flag, and no hit, until the owner is looked up. */
async function readOwner(
  db: Db | Tx,
  characterId: number | null,
  vehicles: readonly { readonly vehicleId: number; readonly plate: string }[],
  { alertsFor }: SeenWarrants,
): Promise<{ owner: VehicleRecord['owner']; bolos: Bolo[]; warrants: WarrantAlert[] }> {
  const ids = characterId === null ? [] : [characterId]
  const [[facts], licences, alerts] = await Promise.all([
    personFacts(db, ids),
    licencesOf(db, ids),
    alertsFor(db, { characterIds: ids, vehicleIds: vehicles.map(({ vehicleId }) => vehicleId) }),
  ])
  const warrants = alerts.filter((alert) => alert.characterId !== null)
  const wanted = facts ? [{ characterId: facts.characterId, names: namesOf(facts) }] : []
  const matched = await matchBolos(db, wanted, vehicles)
  const sought = { hasBolo: (matched.persons[0]?.length ?? 0) > 0, hasWarrant: warrants.length > 0 }
  return {
    owner: facts ? { ...ownerWords(facts), licences, warrants, flags: personFlags(facts, sought) } : null,
    bolos: matched.vehicles[0] ?? [],
    warrants: alerts.filter((alert) => alert.vehicleId !== null),
  }
}

const ownerWords = ({ characterId, name, birthYear, recordFlags }: PersonFacts) => ({
  characterId,
  name,
  birthYear,
  recordFlags: [...recordFlags],
})

/** A flag that warns, as readers of cautions know it: in one text. */
const toCaution = ({ flagId, valueId, name, text, expiresAt, by, at }: RecordFlag): Caution => ({
  cautionId: flagId,
  text: valueId === CAUTION_FLAG && text !== '' ? text : [name, text].filter(Boolean).join(': '),
  expiresAt,
  by,
  at,
})

/** The flags of a record and of its owner. */
export const flagsOf = (record: OpenedRecord['record']) =>
  record ? inOrder([...record.flags, ...('owner' in record && record.owner ? record.owner.flags : [])]) : []

const warrantsOf = (record: OpenedRecord['record']): readonly WarrantAlert[] => {
  const own = record && 'warrants' in record ? record.warrants : []
  return record && 'owner' in record ? [...own, ...(record.owner?.warrants ?? [])] : own
}

/**
 * Flags for the log, which supervisors read: it must not say that there is a confidential warrant.
 */
export const loggedFlags = (record: OpenedRecord['record'], flags: readonly Flag[]): Flag[] => {
  const isOpen = warrantsOf(record).some(({ isConfidential }) => !isConfidential)
  return flags.filter((flag) => flag !== 'Warrant' || isOpen)
}
