import type { RosterEntry } from '@tenfour/contract'

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
