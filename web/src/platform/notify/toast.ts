export const TOAST_TIMEOUT_MS = 10_000
export const MAX_OPEN_TOASTS = 6

export type ToastKind = 'error' | 'success' | 'info' | 'warning'

/** A button on the toast, available while it is shown. */
export type ToastAction = {
  readonly label: string
  readonly run: () => void
  /** Called when the toast has closed without the button being used. */
  readonly onUnused?: () => void
}
