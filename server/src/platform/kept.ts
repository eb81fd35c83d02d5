/** A value read once and cached until refreshed. */
export type Kept<T> = {
  /** The last value read. */
  readonly get: () => T
  /** Resolves after a read that started after this call; a failed read is retried. */
  readonly refresh: () => Promise<void>
  readonly close: () => void
}

const RETRY_MS = 1000

export function keep<T>(
  initial: T,
  read: () => Promise<T>,
  onError: (error: unknown) => void,
  /** Called after every successful read, retries included. */
  onRead: () => void = () => undefined,
): Kept<T> {
  let value = initial
  let reading: Promise<void> | undefined
  let next: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const readNow = async (): Promise<void> => {
    try {
      value = await read()
      onRead()
    } catch (error) {
      onError(error)
      if (!isClosed) retry ??= setTimeout(again, RETRY_MS).unref()
    }
  }
  const again = () => {
    retry = undefined
    void refresh()
  }
  const begin = (): Promise<void> => {
    reading = readNow().finally(() => (reading = undefined))
    return reading
  }
  const refresh = (): Promise<void> => {
    if (!reading) return begin()
    // The read in progress may have started too early to see the change; callers in the meantime share the next one.
    next ??= reading.then(() => {
      next = undefined
      return begin()
    })
    return next
  }
  return {
    get: () => value,
    refresh,
    close: () => {
      isClosed = true
      clearTimeout(retry)
    },
  }
}
