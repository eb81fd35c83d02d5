import type { UnitClass, UnitStatus, RosterEntry } from '@tenfour/contract'
import type { ChartChoice } from '../../../map/engine/engine.ts'
import { NO_FILTER, type UnitFilter } from '../../../map/engine/looks.ts'

/** The map's display options. Kept while the page is open. */
export type MapChoices = ChartChoice & { readonly filter: UnitFilter }

export const FIRST_CHOICES: MapChoices = { hasGrid: false, hasBeats: false, hasTrails: false, hasClusters: true, filter: NO_FILTER }

const toggled = <T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> => {
  const next = new Set(set)
  if (!next.delete(value)) next.add(value)
  return next
}
export const withClass = (choices: MapChoices, unitClass: UnitClass): MapChoices => ({
  ...choices,
  filter: { ...choices.filter, classes: toggled(choices.filter.classes, unitClass) },
})
export const withStatus = (choices: MapChoices, status: UnitStatus): MapChoices => ({
  ...choices,
  filter: { ...choices.filter, statuses: toggled(choices.filter.statuses, status) },
})

/** The selected or followed unit or call. Slots are reused when players leave, so the player is stored too. */
export type Chosen =
  | { readonly kind: 'unit'; readonly slot: number; readonly who: string }
  | { readonly kind: 'call'; readonly callId: number }
  | null

export const unitChoice = (entry: RosterEntry): Chosen => ({ kind: 'unit', slot: entry.slot, who: whoOf(entry) })

const whoOf = ({ userId, name }: RosterEntry): string => (userId === null ? `player ${name}` : `member ${userId}`)

export const isSameChoice = (a: Chosen, b: Chosen): boolean =>
  a === b ||
  (a?.kind === 'unit' && b?.kind === 'unit' && a.slot === b.slot) ||
  (a?.kind === 'call' && b?.kind === 'call' && a.callId === b.callId)

/** The same player in the current roster: possibly in another slot after rejoining, or null once they have left. */
export function currentChoice(choice: Chosen, roster: ReadonlyMap<number, RosterEntry>): Chosen {
  if (choice?.kind !== 'unit') return choice
  const known = roster.get(choice.slot)
  if (known && whoOf(known) === choice.who) return choice
  for (const entry of roster.values()) if (whoOf(entry) === choice.who) return unitChoice(entry)
  return null
}
