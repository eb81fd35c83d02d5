/** What is kept in the browser between visits. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A framed page may be refused its storage; it then remembers for as long as it is open. */
export function createStore(open: () => Storage): KeyValueStore {
  const memory = new Map<string, string>()
  const real = attempt(open)
  return {
    getItem: (key) => memory.get(key) ?? attempt(() => real?.getItem(key)) ?? null,
    setItem: (key, value) => {
      const kept = attempt(() => {
        real?.setItem(key, value)
        return real !== undefined
      })
      if (kept) memory.delete(key)
      else memory.set(key, value)
    },
    removeItem: (key) => {
      memory.delete(key)
      attempt(() => real?.removeItem(key))
    },
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

export const localStore: KeyValueStore = createStore(() => window.localStorage)
