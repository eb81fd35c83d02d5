type Options<T> = {
  /** At most once in this time. */
  readonly everyMs: number
  /** How long the first of a while waits for others, and for the transaction it is added in. */
  readonly soonMs?: number
  readonly work: (collected: readonly T[]) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Collects what changed and hands it over together, each once. What could not be handed over is handed over with the next. */
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
    /** Hands over the rest. */
    close: async (): Promise<void> => {
      isClosed = true
      clearTimeout(timer)
      await working
      await handOver()
    },
  }
}
