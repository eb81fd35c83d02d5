import type { Call } from '@tenfour/contract'

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
