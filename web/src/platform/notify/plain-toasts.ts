import { useSyncExternalStore } from 'react'
import { MAX_OPEN_TOASTS, TOAST_TIMEOUT_MS, type ToastAction, type ToastKind } from './toast.ts'

export type PlainToast = { readonly kind: ToastKind; readonly message: string; readonly action?: ToastAction }
type Shown = PlainToast & { readonly id: number; readonly timer: ReturnType<typeof setTimeout> }

let shown: readonly Shown[] = []
let count = 0
const listeners = new Set<() => void>()
const change = (next: readonly Shown[]) => {
  shown = next
  for (const listener of listeners) listener()
}

/** Toasts that need no library, for when it can't be fetched. */
export function showPlainToast(toast: PlainToast): void {
  const isSame = ({ kind, message, action }: Shown) => !action && !toast.action && kind === toast.kind && message === toast.message
  if (shown.some(isSame)) return
  const id = (count += 1)
  const timer = setTimeout(() => closePlainToast(id), TOAST_TIMEOUT_MS)
  const open = [...shown, { ...toast, id, timer }]
  open.slice(0, -MAX_OPEN_TOASTS).forEach(({ id: oldest }) => closePlainToast(oldest))
  change(open.slice(-MAX_OPEN_TOASTS))
}

export function closePlainToast(id: number, isUsed = false): void {
  const closing = shown.find((toast) => toast.id === id)
  if (!closing) return
  clearTimeout(closing.timer)
  change(shown.filter((toast) => toast !== closing))
  if (isUsed) closing.action?.run()
  else closing.action?.onUnused?.()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const usePlainToasts = (): readonly Shown[] => useSyncExternalStore(subscribe, () => shown)
