import type { RosterEntry } from '@tenfour/contract'

/** Who or what is chosen or followed. A slot passes on to someone else when its player leaves, so it is kept whose it was. */
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

/** The same one by who is there now: in another slot after joining anew, or nobody once they have left. */
export function stillThere(choice: Chosen, roster: ReadonlyMap<number, RosterEntry>): Chosen {
  if (choice?.kind !== 'unit') return choice
  const known = roster.get(choice.slot)
  if (known && whoOf(known) === choice.who) return choice
  for (const entry of roster.values()) if (whoOf(entry) === choice.who) return unitChoice(entry)
  return null
}
