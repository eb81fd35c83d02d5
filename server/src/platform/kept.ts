/** A value that is read once and held in memory until it is read anew. */
export type Kept<T> = {
  /** As last read. */
  readonly get: () => T
  /** Settles once a reading that began after this call has been taken; one that fails is tried again. */
  readonly refresh: () => Promise<void>
  readonly close: () => void
}

const RETRY_MS = 1000

export function keep<T>(initial: T, read: () => Promise<T>, onError: (error: unknown) => void): Kept<T> {
  let value = initial
  let reading: Promise<void> | undefined
  let next: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const readNow = async (): Promise<void> => {
    try {
      value = await read()
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
    // The one under way may have begun too early to see what changed; all who come meanwhile share the one after it.
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
