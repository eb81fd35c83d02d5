/** Work that is done one after the other for each key, in the order it was asked for, whatever became of what was asked before. */
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
    /** Whether something is under way for it. */
    has: (key: K): boolean => last.has(key),
  }
}
