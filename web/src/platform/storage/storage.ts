/** Browser storage that persists between visits. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A framed page may be denied storage; values are then kept in memory. */
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

/** For values of one tab, which a reload keeps. */
export const tabStore: KeyValueStore = createStore(() => window.sessionStorage)
