import { Flag, type LicenceStatus, type ShownFlag, type Unapproved } from '@tenfour/contract'
import type { PersonFacts, VehicleFacts } from './lookups.facts.ts'

const LICENCE_FLAGS: Partial<Record<LicenceStatus, Flag>> = {
  revoked: 'Licence revoked',
  suspended: 'Licence suspended',
  expired: 'Licence expired',
}

/** Flags without repetition, the most important first. */
export const inOrder = (flags: readonly (Flag | false | null | undefined)[]): Flag[] => Flag.options.filter((flag) => flags.includes(flag))

const APPROVAL_FLAGS: Readonly<Record<Unapproved['state'], Flag>> = { waiting: 'Waiting for approval', refused: 'Approval refused' }

const hasWarning = (recordFlags: readonly ShownFlag[]): boolean => recordFlags.some(({ warns }) => warns)

/** Whether someone is sought by units, or by a warrant. */
export type Sought = { readonly hasBolo: boolean; readonly hasWarrant: boolean }

export const personFlags = (
  { licences, recordFlags, isJailed, isDeceased, isNoted }: PersonFacts,
  { hasBolo, hasWarrant }: Sought,
): Flag[] =>
  inOrder([
    hasWarrant && 'Warrant',
    hasBolo && 'BOLO',
    hasWarning(recordFlags) && 'Caution',
    isJailed && 'In jail',
    ...licences.map((status) => LICENCE_FLAGS[status]),
    isDeceased && 'Deceased',
    isNoted && 'Noted',
  ])

/** Flags of a vehicle. Registration and insurance of a noted vehicle are unknown. */
export const vehicleFlags = (
  { isStolen, isImpounded, isNoted, registration, isInsured, approval, recordFlags }: VehicleFacts,
  { hasBolo, hasWarrant }: Sought,
): Flag[] =>
  inOrder([
    hasWarrant && 'Warrant',
    isStolen && 'Stolen',
    hasBolo && 'BOLO',
    hasWarning(recordFlags) && 'Caution',
    !isNoted && registration === 'expired' && 'Registration expired',
    !isNoted && registration === 'none' && 'Not registered',
    !isNoted && !isInsured && 'Not insured',
    isImpounded && 'Impounded',
    approval && APPROVAL_FLAGS[approval],
    isNoted && 'Noted',
  ])

type WeaponFacts = { readonly recordFlags: readonly ShownFlag[]; readonly approval: Unapproved['state'] | null }

/** Flags of a weapon: those of its owner, its own warning, and that it is not approved. */
export const weaponFlags = ({ recordFlags, approval }: WeaponFacts, owners: readonly Flag[]): Flag[] =>
  inOrder([hasWarning(recordFlags) && 'Caution', approval && APPROVAL_FLAGS[approval], ...owners])
