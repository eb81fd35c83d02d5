import type { CallType } from '@tenfour/contract'

const NO_MATCH = 6

/** Best first: exact code, code prefix, name prefix, exact word in the name, word prefix, substring. */
function rankOf({ code, name }: CallType, wanted: string): number {
  const [lowCode, lowName] = [code.toLowerCase(), name.toLowerCase()]
  const words = lowName.split(/\s+/)
  if (lowCode === wanted) return 0
  if (lowCode.startsWith(wanted)) return 1
  if (lowName.startsWith(wanted)) return 2
  if (words.includes(wanted)) return 3
  if (words.some((word) => word.startsWith(wanted))) return 4
  return lowName.includes(wanted) || lowCode.includes(wanted) ? 5 : NO_MATCH
}

/** Types by code or name, best match first; all of them in the given order while nothing is typed. */
export function searchTypes(types: Iterable<CallType>, text: string): CallType[] {
  const wanted = text.trim().toLowerCase()
  const all = [...types]
  if (wanted === '') return all
  return all.filter((type) => rankOf(type, wanted) < NO_MATCH).toSorted((a, b) => rankOf(a, wanted) - rankOf(b, wanted))
}
