import { approvalWords, type OwnRecords, type Vehicle, type VehicleTransfer } from '@tenfour/contract'
import { communityToday } from '../../../platform/calendar/calendar.ts'
import { dateOnly } from '../../../platform/format/dates.ts'
import type { StatusTone } from '../../../ui/StatusBadge.tsx'

type Said = { readonly word: string; readonly tone: StatusTone }

/** The flags of a vehicle, gravest first; empty where it is in order. */
export function vehicleFlags(vehicle: Vehicle, now: Date): readonly Said[] {
  const today = communityToday(now)
  const { stolen, impound, unapproved, registeredUntil, insuredUntil } = vehicle
  const flags: (Said | false)[] = [
    stolen !== null && { word: 'Stolen', tone: 'danger' },
    impound !== null && { word: 'Impounded', tone: 'danger' },
    unapproved?.state === 'waiting' && { word: 'Waiting for approval', tone: 'info' },
    unapproved?.state === 'refused' && { word: 'Approval refused', tone: 'danger' },
    registeredUntil === null && { word: 'Not registered', tone: 'warning' },
    registeredUntil !== null && registeredUntil < today && { word: 'Registration expired', tone: 'warning' },
    insuredUntil === null && { word: 'Not insured', tone: 'warning' },
    insuredUntil !== null && insuredUntil < today && { word: 'Insurance expired', tone: 'warning' },
  ]
  return flags.filter((flag) => flag !== false)
}

/** 'Silver Karin Sultan'; a vehicle that was only noted may have no model. */
export const vehicleName = ({ colour, model }: Pick<Vehicle, 'colour' | 'model'>): string =>
  [colour, model].filter(Boolean).join(' ') || 'Unknown model'

/** 'Registered until 31 Jan 2027 · insured until 31 Jan 2027', or what happened to it. */
export function vehicleDetail({ stolen, impound, unapproved, registeredUntil, insuredUntil }: Vehicle): string {
  if (impound) return [`Impounded ${dateOnly(impound.at)}, ${impound.place}`, impound.reason].filter(Boolean).join(': ')
  if (stolen) return [`Reported stolen ${dateOnly(stolen.at)}`, stolen.note].filter(Boolean).join(': ')
  if (unapproved?.state === 'refused') return `${approvalWords(unapproved)}. Change it to ask again.`
  const until = (word: string, day: string | null) => (day ? `${word} until ${dateOnly(day)}` : `not ${word.toLowerCase()}`)
  const words = [until('Registered', registeredUntil), until('insured', insuredUntil)].join(' · ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Why a member can't change or part with a vehicle now; null if they can. */
export function heldBack({ impound }: Pick<Vehicle, 'impound'>, offer: VehicleTransfer | undefined): string | null {
  if (impound) return 'It is impounded. An officer has to release it first.'
  return offer ? `It is offered to ${offer.to.name}. Withdraw the offer first.` : null
}

/** The open offer of one's own vehicle. */
export const offerOf = (transfers: OwnRecords['transfers'], vehicleId: number): VehicleTransfer | undefined =>
  transfers.find((transfer) => transfer.vehicleId === vehicleId)

/** A year from today: what a new registration and insurance start with. */
export function inAYear(now: Date): string {
  const day = new Date(communityToday(now))
  day.setUTCFullYear(day.getUTCFullYear() + 1)
  return day.toISOString().slice(0, 10)
}
