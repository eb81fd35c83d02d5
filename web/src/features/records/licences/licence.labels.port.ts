import { addDays, type Licence, type LicenceStatus } from '@tenfour/contract'
import { communityDate, communityToday } from '../../../platform/calendar/calendar.ts'
import { dateOnly } from '../../../platform/format/dates.ts'
import type { StatusTone } from '../../../ui/StatusBadge.tsx'

const RENEW_WITHIN_DAYS = 30

/** The status of a licence at this moment: a date that has passed since it was read counts. */
export function statusNow({ status, expiresOn, suspendedUntil }: Licence, now: Date): LicenceStatus {
  const isOver = status === 'suspended' && suspendedUntil !== null && Date.parse(suspendedUntil) <= now.getTime()
  const current = isOver ? 'valid' : status
  return current === 'valid' && expiresOn !== null && expiresOn < communityToday(now) ? 'expired' : current
}

type Said = { readonly word: string; readonly tone: StatusTone; readonly detail: string }

/** The state of a licence in a word and a colour, with what else its holder wants to know. */
export function licenceWords(licence: Licence, now: Date): Said {
  const { expiresOn, suspendedUntil, reason } = licence
  switch (statusNow(licence, now)) {
    case 'applied':
      return { word: 'Applied', tone: 'info', detail: 'Waiting for a decision' }
    case 'refused':
      return { word: 'Refused', tone: 'danger', detail: reason }
    case 'valid':
      return { word: 'Valid', tone: 'success', detail: expiresOn ? `Until ${dateOnly(expiresOn)}` : '' }
    case 'expired':
      return { word: 'Expired', tone: 'warning', detail: expiresOn ? `On ${dateOnly(expiresOn)}` : '' }
    case 'suspended':
      return { word: 'Suspended', tone: 'warning', detail: joined(suspendedUntil && `Until ${communityDate(suspendedUntil)}`, reason) }
    case 'revoked':
      return { word: 'Revoked', tone: 'danger', detail: reason }
  }
}

const joined = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(': ')

export const pointWords = (points: number): string => (points === 1 ? '1 point' : `${points} points`)

export type LicenceAction = 'apply' | 'renew' | 'withdraw' | 'giveUp'

/** The actions that a member has for a licence now, the likeliest first; without a licence, to apply. */
export function licenceActions(licence: Licence | undefined, now: Date): readonly LicenceAction[] {
  if (!licence) return ['apply']
  const isExpiringSoon = licence.expiresOn !== null && licence.expiresOn <= addDays(communityToday(now), RENEW_WITHIN_DAYS)
  switch (statusNow(licence, now)) {
    case 'applied':
      return ['withdraw']
    case 'refused':
      return ['apply']
    case 'valid':
      return isExpiringSoon ? ['renew', 'giveUp'] : ['giveUp']
    case 'expired':
      return ['renew', 'giveUp']
    case 'suspended':
    case 'revoked':
      return []
  }
}

export type LicenceSlot = { readonly typeId: number; readonly name: string; readonly licence: Licence | undefined }

/** A slot for each type that is offered, whether the character has it or not, and for what is held of others. */
export function licenceSlots(
  licences: readonly Licence[],
  types: readonly { readonly valueId: number; readonly name: string }[],
): readonly LicenceSlot[] {
  const offered = types.map(({ valueId, name }) => ({ typeId: valueId, name, licence: licences.find(({ typeId }) => typeId === valueId) }))
  const others = licences.filter(({ typeId }) => !types.some(({ valueId }) => valueId === typeId))
  return [...offered, ...others.map((licence) => ({ typeId: licence.typeId, name: licence.typeName, licence }))]
}
