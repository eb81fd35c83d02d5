/** A possible value and its names: earlier names are tried first. */
export type Candidate<T> = {
  readonly value: T
  /** Any prefix of these matches. */
  readonly names: readonly (string | readonly string[])[]
  /** These match only in full. */
  readonly codes?: readonly string[]
}

export type Match<T> =
  | { readonly kind: 'one'; readonly value: T; readonly isExact: boolean }
  | { readonly kind: 'several'; readonly values: readonly T[] }
  | { readonly kind: 'none' }

/** Ignores case, blanks, hyphens and the like. */
export const keyOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const allOf = (names: string | readonly string[] | undefined): readonly string[] => (typeof names === 'string' ? [names] : (names ?? []))

/** The candidates that match. A full name beats a prefix, and an earlier name a later one. */
export function matching<T>(candidates: readonly Candidate<T>[], typed: string): { values: readonly T[]; isExact: boolean } {
  const key = keyOf(typed)
  if (key === '') return { values: [], isExact: false }
  const tiers = Math.max(0, ...candidates.map(({ names }) => names.length))
  for (const isExact of [true, false]) {
    for (let tier = 0; tier < tiers; tier += 1) {
      const found = candidates.filter(({ names, codes }) =>
        [...allOf(names[tier]), ...(isExact && tier === 0 ? (codes ?? []) : [])].some((name) =>
          isExact ? keyOf(name) === key : keyOf(name).startsWith(key),
        ),
      )
      if (found.length > 0) return { values: found.map(({ value }) => value), isExact }
    }
  }
  return { values: [], isExact: false }
}

export function match<T>(candidates: readonly Candidate<T>[], typed: string): Match<T> {
  const { values, isExact } = matching(candidates, typed)
  const [only] = values
  if (only === undefined) return { kind: 'none' }
  return values.length === 1 ? { kind: 'one', value: only, isExact } : { kind: 'several', values }
}

/** Every candidate with a name that starts with the typed text; all of them while nothing is typed. */
export function prefixMatches<T>(candidates: readonly Candidate<T>[], typed: string): readonly T[] {
  const key = keyOf(typed)
  return candidates
    .filter(({ names, codes }) => key === '' || [...names.flat(), ...(codes ?? [])].some((name) => keyOf(name).startsWith(key)))
    .map(({ value }) => value)
}

const MAX_LISTED = 5

/** 'a', 'a or b', 'a, b or c', shortened if there are too many. */
export function oneOf(words: readonly string[]): string {
  if (words.length > MAX_LISTED) return `${words.slice(0, MAX_LISTED).join(', ')} or one of ${words.length - MAX_LISTED} more`
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

export const both = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
