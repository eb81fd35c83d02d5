type Listener = () => void

/** Counts the running calls that the loading bar shows. */
export function createInFlight() {
  const listeners = new Set<Listener>()
  let count = 0
  const change = (by: number) => {
    count += by
    for (const listener of listeners) listener()
  }
  return {
    count: () => count,
    /** Counts as running until the returned function is called. */
    begin: () => {
      let open = true
      change(1)
      return () => {
        if (open) change(-1)
        open = false
      }
    },
    subscribe: (listener: Listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const inFlight = createInFlight()
