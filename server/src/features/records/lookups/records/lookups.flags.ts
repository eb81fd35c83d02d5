import { Flag, type LicenceStatus } from '@tenfour/contract'
import type { PersonFacts, VehicleFacts } from './lookups.facts.ts'

const LICENCE_FLAGS: Partial<Record<LicenceStatus, Flag>> = {
  revoked: 'Licence revoked',
  suspended: 'Licence suspended',
  expired: 'Licence expired',
}

/** Flags without repetition, the most important first. */
export const inOrder = (flags: readonly (Flag | false | undefined)[]): Flag[] => Flag.options.filter((flag) => flags.includes(flag))

/** Whether someone is sought by units, or by a warrant. */
export type Sought = { readonly hasBolo: boolean; readonly hasWarrant: boolean }

export const personFlags = (
  { licences, hasCaution, isJailed, isDeceased, isNoted }: PersonFacts,
  { hasBolo, hasWarrant }: Sought,
): Flag[] =>
  inOrder([
    hasWarrant && 'Warrant',
    hasBolo && 'BOLO',
    hasCaution && 'Caution',
    isJailed && 'In jail',
    ...licences.map((status) => LICENCE_FLAGS[status]),
    isDeceased && 'Deceased',
    isNoted && 'Noted',
  ])

/** Flags of a vehicle. Registration and insurance of a noted vehicle are unknown. */
export const vehicleFlags = (
  { isStolen, isImpounded, isNoted, registration, isInsured }: VehicleFacts,
  { hasBolo, hasWarrant }: Sought,
): Flag[] =>
  inOrder([
    hasWarrant && 'Warrant',
    isStolen && 'Stolen',
    hasBolo && 'BOLO',
    !isNoted && registration === 'expired' && 'Registration expired',
    !isNoted && registration === 'none' && 'Not registered',
    !isNoted && !isInsured && 'Not insured',
    isImpounded && 'Impounded',
    isNoted && 'Noted',
  ])
