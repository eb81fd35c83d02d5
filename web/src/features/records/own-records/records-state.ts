import { finesSwitch, type OwnRecords } from '@tenfour/contract'
import { isOn } from '../../../platform/features/features.ts'
import type { RoomDelta } from '../../../platform/realtime/rooms.ts'

export type OwnDelta = RoomDelta<'own-records'>

/** An answer and the room bring the same change, in any order: an older version never replaces a newer one. */
export function withOwnDelta(records: OwnRecords, { event, payload }: OwnDelta): OwnRecords {
  switch (event) {
    case 'character.saved':
      return { ...records, characters: saved(records.characters, payload, ({ characterId }) => characterId) }
    case 'character.left':
      return withoutCharacter(records, payload.characterId)
    case 'vehicle.saved':
      return { ...records, vehicles: saved(records.vehicles, payload, ({ vehicleId }) => vehicleId) }
    case 'vehicle.left':
      return {
        ...records,
        vehicles: records.vehicles.filter(({ vehicleId }) => vehicleId !== payload.vehicleId),
        transfers: records.transfers.filter(({ vehicleId }) => vehicleId !== payload.vehicleId),
      }
    case 'licence.saved':
      return { ...records, licences: saved(records.licences, payload, ({ licenceId }) => licenceId) }
    case 'licence.left':
      return { ...records, licences: records.licences.filter(({ licenceId }) => licenceId !== payload.licenceId) }
    case 'weapon.saved':
      return { ...records, weapons: saved(records.weapons, payload, ({ weaponId }) => weaponId) }
    case 'weapon.left':
      return { ...records, weapons: records.weapons.filter(({ weaponId }) => weaponId !== payload.weaponId) }
    case 'transfer.saved':
      return { ...records, transfers: saved(records.transfers, payload, ({ transferId }) => transferId) }
    case 'transfer.left':
      return { ...records, transfers: records.transfers.filter(({ transferId }) => transferId !== payload.transferId) }
    case 'fine.saved':
      return { ...records, fines: saved(records.fines, payload, ({ fineId }) => fineId) }
    case 'claim.saved':
      return { ...records, claims: saved(records.claims, payload, ({ claimId }) => claimId) }
  }
}

/** In its place where it is known, else at the end. */
function saved<T extends object>(items: T[], item: T, idOf: (item: T) => number): T[] {
  const at = items.findIndex((each) => idOf(each) === idOf(item))
  const known = items[at]
  if (!known) return [...items, item]
  return versionOf(known) > versionOf(item) ? items : items.with(at, item)
}
const versionOf = (item: object): number => ('version' in item && typeof item.version === 'number' ? item.version : 0)

function withoutCharacter(records: OwnRecords, gone: number): OwnRecords {
  const isOther = ({ characterId }: { readonly characterId: number }) => characterId !== gone
  return {
    characters: records.characters.filter(isOther),
    vehicles: records.vehicles.filter(isOther),
    licences: records.licences.filter(isOther),
    weapons: records.weapons.filter(isOther),
    transfers: records.transfers.filter(({ from, to }) => from.characterId !== gone && to.characterId !== gone),
    claims: records.claims.filter(isOther),
    fines: records.fines.filter(isOther),
  }
}

/** The belongings of one character, without fines while these are switched off. */
type Belongings = Pick<OwnRecords, 'vehicles' | 'licences' | 'weapons' | 'claims' | 'fines'>

export function belongingsOf(records: OwnRecords, wanted: number): Belongings {
  const isIts = ({ characterId }: { readonly characterId: number }) => characterId === wanted
  return {
    vehicles: records.vehicles.filter(isIts),
    licences: records.licences.filter(isIts),
    weapons: records.weapons.filter(isIts),
    claims: records.claims.filter(isIts),
    fines: isOn(finesSwitch) ? records.fines.filter(isIts) : [],
  }
}

/** Vehicles offered to one of the member's characters, oldest first. */
export const incomingOffers = ({ characters, transfers }: Pick<OwnRecords, 'characters' | 'transfers'>): OwnRecords['transfers'] =>
  transfers
    .filter(({ to }) => characters.some(({ characterId }) => characterId === to.characterId))
    .toSorted((a, b) => a.transferId - b.transferId)
