type Options<T> = {
  /** Writes all items or none. `dropped` is how many items did not fit since the last time. */
  readonly write: (items: readonly T[], dropped: number) => Promise<void>
  /** Whether a retry would fail again. */
  readonly isHopeless: (error: unknown) => boolean
  readonly onError: (error: unknown) => void
  readonly capacity?: number | undefined
  readonly batch?: number | undefined
  readonly everyMs?: number | undefined
}

/** Queues items in memory and writes them in batches. Never delays a caller: if the queue is full, the item is dropped and counted. */
export function createBatchWriter<T>({ write, isHopeless, onError, capacity = 10_000, batch = 500, everyMs = 1000 }: Options<T>) {
  let waiting: T[] = []
  let dropped = 0
  let writing: Promise<boolean> | undefined
  let isClosed = false

  /** False if the batch could not be written. */
  const writeBatch = async (): Promise<boolean> => {
    const items = waiting.slice(0, batch)
    const lost = dropped
    try {
      await write(items, lost)
    } catch (error) {
      onError(error)
      if (!isHopeless(error)) return false
      dropped += items.length
      waiting = waiting.slice(items.length)
      return false
    }
    waiting = waiting.slice(items.length)
    dropped -= lost
    return true
  }
  const writeAll = async (): Promise<boolean> => {
    while (waiting.length > 0 || dropped > 0) if (!(await writeBatch())) return false
    return true
  }
  const flush = (): Promise<boolean> => {
    writing ??= writeAll().finally(() => (writing = undefined))
    return writing
  }
  const timer = setInterval(() => void flush(), everyMs)
  timer.unref()

  return {
    add: (item: T): void => {
      if (isClosed) return
      if (waiting.length >= capacity) {
        dropped += 1
        return
      }
      waiting.push(item)
      if (waiting.length === batch) void flush()
    },
    flush,
    /** Writes the rest; items that can't be written now are lost. */
    close: async (): Promise<void> => {
      clearInterval(timer)
      await flush()
      isClosed = true
      await flush()
    },
  }
}
