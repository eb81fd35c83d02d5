type Options<T> = {
  /** Minimum interval between two deliveries. */
  readonly everyMs: number
  /** How long the first change waits for others, and for the transaction it is added in. */
  readonly soonMs?: number
  readonly work: (collected: readonly T[]) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Collects changes and delivers them together, each once. Changes that could not be delivered are delivered with the next. */
export function createCollector<T>({ everyMs, soonMs = 0, work, onError }: Options<T>) {
  let waiting = new Set<T>()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  let lastAt = -Infinity
  let isClosed = false

  const handOver = async (): Promise<void> => {
    if (waiting.size === 0) return
    const taken = waiting
    waiting = new Set()
    lastAt = performance.now()
    try {
      await work([...taken])
    } catch (error) {
      onError(error)
      for (const each of waiting) taken.add(each)
      waiting = taken
      handOverSoon()
    }
  }
  const handOverSoon = () => {
    if (isClosed) return
    timer ??= setTimeout(
      () => {
        timer = undefined
        working = working.then(handOver)
      },
      Math.max(soonMs, lastAt + everyMs - performance.now()),
    )
  }
  return {
    add: (...changed: readonly T[]): void => {
      for (const each of changed) waiting.add(each)
      handOverSoon()
    },
    /** Delivers the remaining changes. */
    close: async (): Promise<void> => {
      isClosed = true
      clearTimeout(timer)
      await working
      await handOver()
    },
  }
}
