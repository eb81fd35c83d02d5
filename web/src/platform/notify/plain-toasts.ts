import { createObservable, useObservable } from '../store/observable.ts'

type PlainToast = { readonly kind: ToastKind; readonly message: string; readonly action?: ToastAction }
type Shown = PlainToast & { readonly id: number; readonly timer: ReturnType<typeof setTimeout> }

const shown = createObservable<readonly Shown[]>([])
let count = 0

/** Toasts without the library, for when it can't be fetched. */
export function showPlainToast(toast: PlainToast): void {
  const isSame = ({ kind, message, action }: Shown) => !action && !toast.action && kind === toast.kind && message === toast.message
  if (shown.get().some(isSame)) return
  const id = (count += 1)
  const timer = setTimeout(() => closePlainToast(id), TOAST_TIMEOUT_MS)
  const open = [...shown.get(), { ...toast, id, timer }]
  open.slice(0, -MAX_OPEN_TOASTS).forEach(({ id: oldest }) => closePlainToast(oldest))
  shown.set(open.slice(-MAX_OPEN_TOASTS))
}

export function closePlainToast(id: number, isUsed = false): void {
  const closing = shown.get().find((toast) => toast.id === id)
  if (!closing) return
  clearTimeout(closing.timer)
  shown.set(shown.get().filter((toast) => toast !== closing))
  if (isUsed) closing.action?.run()
  else closing.action?.onUnused?.()
}

export const usePlainToasts = (): readonly Shown[] => useObservable(shown)

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
