/** Seeded, so that the demo community is the same on every machine. */
export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly next: () => number
  /** An integer from `low` to `high`, both inclusive. */
  readonly int: (low: number, high: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <T>(from: readonly T[]) => T
  readonly pickWeighted: <T>(from: readonly (readonly [T, number])[]) => T
  readonly shuffle: <T>(from: readonly T[]) => T[]
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[int(0, from.length - 1)]
    if (picked === undefined) throw new Error('There is nothing to pick from')
    return picked
  }
  return {
    next,
    int,
    pick,
    chance: (probability) => next() < probability,
    pickWeighted: (from) => {
      let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0)
      const hit = from.find(([, weight]) => (left -= weight) < 0) ?? from.at(-1)
      if (!hit) throw new Error('There is nothing to pick from')
      return hit[0]
    },
    shuffle: (from) =>
      from
        .map((value) => ({ value, place: next() }))
        .sort((one, other) => one.place - other.place)
        .map(({ value }) => value),
  }
}
