/** The distance of two words: 0 if equal; 1 if one letter is missing, added or different, or two neighbours are swapped; otherwise 2. */
export function distance(one: string, other: string): 0 | 1 | 2 {
  if (one === other) return 0
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return 2
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1) ? 1 : 2
  if (short.slice(at + 1) === long.slice(at + 1)) return 1
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
  return isSwapped ? 1 : 2
}

/** The distance of typed letters from the beginning of a word. */
export function prefixDistance(typed: string, word: string): 0 | 1 | 2 {
  if (word.startsWith(typed)) return 0
  const isNear = [-1, 0, 1].some((more) => distance(typed, word.slice(0, typed.length + more)) < 2)
  return isNear ? 1 : 2
}

const PREFIX = 0.1
const MISSPELT = 1
const MISSPELT_PREFIX = 1.5

function wordScore(typed: string, word: string, isLast: boolean): number {
  const whole = distance(typed, word)
  if (whole === 0) return 0
  // Any word may be unfinished, most likely the last one.
  if (word.startsWith(typed)) return isLast ? PREFIX : PREFIX * 2
  if (typed.length < 3) return Infinity
  if (whole === 1) return MISSPELT
  return typed.length > 3 && prefixDistance(typed, word) === 1 ? MISSPELT_PREFIX : Infinity
}

/** How far a name is from the typed words, in any order: 0 if all are in it exactly, Infinity if one is not in it. */
export function nameScore(typed: readonly string[], name: readonly string[]): number {
  const left = [...name]
  let score = 0
  for (const [index, word] of typed.entries()) {
    const scores = left.map((each) => wordScore(word, each, index === typed.length - 1))
    const best = Math.min(...scores)
    if (best === Infinity) return Infinity
    score += best
    left.splice(scores.indexOf(best), 1)
  }
  return score
}

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')

/** All plates that differ from a plate by one letter or digit, or by two swapped neighbours. */
export function nearKeys(key: string): string[] {
  const near = new Set<string>()
  for (let at = 0; at <= key.length; at += 1) {
    const [before, after] = [key.slice(0, at), key.slice(at)]
    for (const letter of LETTERS) near.add(before + letter + after)
    if (after === '') continue
    near.add(before + after.slice(1))
    for (const letter of LETTERS) near.add(before + letter + after.slice(1))
    if (after.length > 1) near.add(before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2))
  }
  near.delete(key)
  return [...near]
}
