export const TOAST_TIMEOUT_MS = 10_000
export const MAX_OPEN_TOASTS = 6

export type ToastKind = 'error' | 'success' | 'info' | 'warning'

/** A button on the toast, for as long as it is shown. */
export type ToastAction = {
  readonly label: string
  readonly run: () => void
  /** The toast is gone and the button was not used. */
  readonly onUnused?: () => void
}
