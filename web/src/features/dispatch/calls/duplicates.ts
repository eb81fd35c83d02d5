import type { Call, CallType, PatrolUnit } from '@tenfour/contract'
import { isPlaced } from '../../../map/distance.ts'
import { isGenericType } from './call.labels.ts'

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

/** A call to merge into, in what it is alike, and whether it is likely the same. */
export type MergeChoice = { readonly call: Call; readonly likeness: readonly string[]; readonly isLikely: boolean }

/** About a block: two streets away is another place. */
const SAME_PLACE_METRES = 100
const SAME_TIME_MS = 30 * 60_000

/**
 * Calls to merge into, the likeliest first: at the same place, of the same type, of about the same time. A panic button is never likely the
 * same as anything. Filtered by number or text.
 */
export function mergeChoices(call: Call, calls: Iterable<Call>, text: string, types: ReadonlyMap<number, CallType>): MergeChoice[] {
  const others = Array.from(calls).filter(({ callId }) => callId !== call.callId)
  const named = new Set(callsAtSamePlace(call, others).map(({ callId }) => callId))
  const isPlain = ({ callTypeId }: Call) => isGenericType(types.get(callTypeId))
  const compare = (other: Call): MergeChoice & { readonly rank: number } => {
    const isSamePlace = named.has(other.callId) || metresBetween(call, other) <= SAME_PLACE_METRES
    const isSameType = other.callTypeId === call.callTypeId
    const isPanic = call.panicUserId !== null || other.panicUserId !== null
    const isSameTime = Math.abs(Date.parse(call.createdAt) - Date.parse(other.createdAt)) <= SAME_TIME_MS
    const isLikely = isSamePlace && isSameTime && !isPanic && (isSameType || isPlain(call) || isPlain(other))
    const likeness = [isSamePlace ? 'same place' : '', isSameType ? 'same type' : ''].filter(Boolean)
    return {
      call: other,
      likeness,
      isLikely,
      rank: Number(isLikely) * 4 + Number(isSamePlace) * 2 + Number(isSameType) - Number(isPanic) * 2,
    }
  }
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isMatch = ({ callId, title, location, postal }: Call) => {
    const haystack = [callId, title, location, postal].join('\n').toLowerCase()
    return words.every((word) => haystack.includes(word))
  }
  return others
    .filter(isMatch)
    .map(compare)
    .toSorted((a, b) => b.rank - a.rank || b.call.callId - a.call.callId)
}

const metresBetween = (a: Call, b: Call): number => (isPlaced(a) && isPlaced(b) ? Math.hypot(a.x - b.x, a.y - b.y) : Infinity)

/** The call that Enter picks: the one that was asked for by its number or is the only one with the text, or else the likeliest. */
export function preselected(choices: readonly MergeChoice[], text: string): number | undefined {
  const wanted = text.trim().replace('#', '')
  const numbered = choices.find(({ call }) => String(call.callId) === wanted)
  const only = wanted !== '' && choices.length === 1 ? choices[0] : undefined
  return (numbered ?? only ?? choices.find(({ isLikely }) => isLikely))?.call.callId
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
