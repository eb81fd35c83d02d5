export const LOADING_DEBOUNCE_MS = 300
export const LOADING_MINIMUM_MS = 500

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
