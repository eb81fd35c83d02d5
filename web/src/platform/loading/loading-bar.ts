type Listener = () => void

/** Counts the running calls that the loading bar shows. */
function createInFlight() {
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

const LOADING_DEBOUNCE_MS = 300
const LOADING_MINIMUM_MS = 500

/**
 * When the loading bar shows: only after requests have been running without a pause for the debounce time, and then for at least the
 * minimum duration, so that it does not flicker.
 */
export function createLoadingBar(onChange: (isVisible: boolean) => void) {
  let isBusy = false
  let shownAt: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const show = () => {
    shownAt = performance.now()
    onChange(true)
  }
  const hide = () => {
    shownAt = null
    onChange(false)
  }
  return {
    setBusy: (busy: boolean) => {
      if (busy === isBusy) return
      isBusy = busy
      clearTimeout(timer)
      if (busy) {
        if (shownAt === null) timer = setTimeout(show, LOADING_DEBOUNCE_MS)
      } else if (shownAt !== null) {
        timer = setTimeout(hide, Math.max(0, LOADING_MINIMUM_MS - (performance.now() - shownAt)))
      }
    },
    stop: () => clearTimeout(timer),
  }
}
