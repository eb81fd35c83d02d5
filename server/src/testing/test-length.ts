/** With `TEST_FULL=1`, walks go farther, kills are repeated and nothing is left out, as before a release. */
export const isFull = process.env['TEST_FULL'] === '1'

export const fullOr = <T>(full: T, usual: T): T => (isFull ? full : usual)

/** A number the environment may give, such as a seed or a count of runs. */
export const numberFrom = (variable: string, otherwise: number): number => Number(process.env[variable] ?? otherwise)

/** All items with `TEST_FULL=1`, otherwise this many, beginning with the one that the seed selects. */
export const someOf = <T>(all: readonly T[], count: number, seed: number): readonly T[] =>
  isFull
    ? all
    : Array.from(
        { length: Math.min(count, all.length) },
        (_, index) => all[(seed + index * Math.ceil(all.length / count)) % all.length],
      ).filter((each) => each !== undefined)
