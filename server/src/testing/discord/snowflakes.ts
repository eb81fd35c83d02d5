const DISCORD_EPOCH = BigInt(Date.UTC(2015, 0, 1))
const FIRST_DAY = BigInt(Date.UTC(2024, 0, 1))

/** The moment an id was given out, as Discord writes it. */
export const timeOf = (id: string): string => new Date(Number((BigInt(id) >> 22n) + DISCORD_EPOCH)).toISOString().replace('Z', '000+00:00')

/** Sorts by age, the oldest first. */
export const byId = (a: { readonly id: string }, b: { readonly id: string }): number => compareIds(a.id, b.id)

export const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

/** Objects that a test sets up get the same ids in each run. Later ones carry the time, because discord.js reads it from the id. */
export function createSnowflakes(now: () => number) {
  let placed = (FIRST_DAY - DISCORD_EPOCH) << 22n
  let happened = 0n
  return {
    place: (): string => String((placed += 1n << 22n)),
    happen: (): string => {
      const atThisMoment = (BigInt(now()) - DISCORD_EPOCH) << 22n
      happened = atThisMoment > happened ? atThisMoment : happened + 1n
      return String(happened)
    },
  }
}
