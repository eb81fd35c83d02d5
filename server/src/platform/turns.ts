/** Runs work sequentially per key, in the order requested, regardless of whether earlier work failed. */
export function createTurns<K>() {
  const last = new Map<K, Promise<unknown>>()
  return {
    inTurn: <T>(key: K, work: () => Promise<T>): Promise<T> => {
      const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
      last.set(key, mine)
      const forget = () => {
        if (last.get(key) === mine) last.delete(key)
      }
      mine.then(forget, forget)
      return mine
    },
  }
}

/** Runs the steps in order, even if some fail, and rejects at the end with the errors. */
export async function runEach(steps: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} of ${steps.length} steps failed`)
}
