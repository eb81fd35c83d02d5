import type { OwnCharacter, OwnRecords, OwnVehicle } from '@tenfour/contract'
import { ageOf, communityToday } from '../../../platform/calendar/calendar.ts'
import { dateOnly } from '../../../platform/format/dates.ts'
import type { StatusTone } from '../../../ui/StatusBadge.tsx'
import { belongingsOf } from '../own-records/own-records.port.ts'
import { unpaidWords } from '../fines/fine.labels.port.ts'
import { statusNow } from '../licences/licence.labels.port.ts'

/** In whole years; null for someone whose birth date nobody gave, or lies ahead. */
export function ageNow(bornOn: string | null, now: Date): number | null {
  const age = bornOn === null ? -1 : ageOf(bornOn, communityToday(now))
  return age >= 0 ? age : null
}

/** '3 Mar 1991, 35 years'. */
export function birthWords(bornOn: string | null, now: Date): string {
  const age = ageNow(bornOn, now)
  return bornOn === null ? 'Unknown' : [dateOnly(bornOn), age !== null && `${age} years`].filter(Boolean).join(', ')
}

/** The belongings of a character, counted: '3 vehicles', '1 licence'. */
function counts(records: OwnRecords, characterId: number): readonly string[] {
  const { vehicles, licences, weapons } = belongingsOf(records, characterId)
  const nouns = [['vehicle', vehicles.length] as const, ['licence', licences.length] as const, ['weapon', weapons.length] as const]
  return nouns.filter(([, count]) => count > 0).map(([noun, count]) => `${count} ${noun}${count === 1 ? '' : 's'}`)
}

/** '3 vehicles, 2 licences'. */
export const countWords = (records: OwnRecords, characterId: number): string =>
  counts(records, characterId).join(', ') || 'Nothing registered'

type Said = { readonly word: string; readonly tone: StatusTone }

/** The flags of a character for its member, gravest first. */
export function characterFlags(records: OwnRecords, { characterId, deceased }: OwnCharacter, now: Date): readonly Said[] {
  const { vehicles, licences, fines } = belongingsOf(records, characterId)
  const unpaid = unpaidWords(fines)
  const has = (status: string) => licences.some((licence) => statusNow(licence, now) === status)
  const hasVehicle = (isSo: (vehicle: OwnVehicle) => boolean) => vehicles.some(isSo)
  const flags: (Said | false)[] = [
    deceased !== null && { word: 'Deceased', tone: 'off' },
    hasVehicle(({ stolen }) => stolen !== null) && { word: 'Vehicle stolen', tone: 'danger' },
    hasVehicle(({ impound }) => impound !== null) && { word: 'Vehicle impounded', tone: 'danger' },
    unpaid !== '' && { word: unpaid, tone: 'warning' },
    has('revoked') && { word: 'Licence revoked', tone: 'danger' },
    has('suspended') && { word: 'Licence suspended', tone: 'warning' },
    has('expired') && { word: 'Licence expired', tone: 'warning' },
  ]
  return flags.filter((flag) => flag !== false)
}

/** Played characters first, then the last used, then the newest; the deceased last. */
export const inCharacterOrder = (characters: readonly OwnCharacter[]): readonly OwnCharacter[] =>
  characters.toSorted(
    (a, b) =>
      Number(a.deceased !== null) - Number(b.deceased !== null) ||
      Number(b.playedOn !== null) - Number(a.playedOn !== null) ||
      (b.lastUsedAt ?? '').localeCompare(a.lastUsedAt ?? '') ||
      b.characterId - a.characterId,
  )

/** 'San Andreas', or its number while the list of servers is loading. */
export const serverName = (
  servers: readonly { readonly serverId: number; readonly name: string }[] | undefined,
  serverId: number,
): string => servers?.find((server) => server.serverId === serverId)?.name ?? `Server ${serverId}`

/** The belongings that are deleted with a character: 'With 2 vehicles and 1 licence'. */
export function lossWords(records: OwnRecords, characterId: number): string {
  const lost = counts(records, characterId)
  const stays = 'What was written about it stays on record.'
  if (lost.length === 0) return stays
  const all = lost.length === 1 ? lost[0] : `${lost.slice(0, -1).join(', ')} and ${lost.at(-1)}`
  return `Its ${all} ${lost.length === 1 && lost[0]?.startsWith('1 ') ? 'is' : 'are'} deleted with it. ${stays}`
}
