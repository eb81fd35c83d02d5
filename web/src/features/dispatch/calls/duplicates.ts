import type { Call, PatrolUnit } from '@tenfour/contract'

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Open calls at the same postal or the same place (ignoring case and punctuation), newest first: possible duplicates. */
export function callsAtSamePlace(place: { readonly location: string; readonly postal: string }, calls: Iterable<Call>): Call[] {
  const [location, postal] = [plain(place.location), plain(place.postal)]
  const isSame = (call: Call) =>
    call.status !== 'cleared' &&
    ((postal !== '' && plain(call.postal) === postal) || (location.length > 2 && plain(call.location) === location))
  return Array.from(calls)
    .filter(isSame)
    .toSorted((a, b) => b.callId - a.callId)
}

/** Calls to merge into: those at the same place first, then the newest; filtered by number or text. */
export function mergeChoices(call: Call, calls: Iterable<Call>, text: string): Call[] {
  const others = Array.from(calls).filter(({ callId }) => callId !== call.callId)
  const near = new Set(callsAtSamePlace(call, others).map(({ callId }) => callId))
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isMatch = ({ callId, title, location, postal }: Call) => {
    const haystack = [callId, title, location, postal].join('\n').toLowerCase()
    return words.every((word) => haystack.includes(word))
  }
  return others.filter(isMatch).toSorted((a, b) => Number(near.has(b.callId)) - Number(near.has(a.callId)) || b.callId - a.callId)
}

/** A plain description of what merging will do. */
export function mergeWords(from: Call, into: Call, units: readonly PatrolUnit[]): string[] {
  const signs = units.map(({ identifier }) => identifier).join(', ')
  return [
    `Call ${from.callId} is cleared as “Merged into call ${into.callId}”.`,
    units.length === 0 ? 'No unit is on it.' : `${signs} ${units.length === 1 ? 'goes' : 'go'} to call ${into.callId}.`,
    `Its notes are copied into the log of call ${into.callId}, with who wrote them.`,
    ...(from.priority < into.priority
      ? [`Call ${into.callId} keeps its priority, ${into.priority}; that of call ${from.callId} is ${from.priority}.`]
      : []),
  ]
}
