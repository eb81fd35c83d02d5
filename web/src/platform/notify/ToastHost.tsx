import { useEffect } from 'react'
import { toast, ToastContainer } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import { MAX_OPEN_TOASTS, TOAST_TIMEOUT_MS, type ToastAction, type ToastKind } from './plain-toasts.ts'
import { keepControlsFree } from './toast-lift.ts'
import './toasts.css'

let actionToasts = 0

export function showToast(kind: ToastKind, message: string, action?: ToastAction): void {
  if (action) return showActionToast(kind, message, action)
  // Errors are announced at once; anything else waits for the screen reader to finish.
  toast(message, { type: kind, toastId: `${kind}:${message}`, role: kind === 'error' ? 'alert' : 'status' })
}

/** Not deduplicated: each has a button of its own. */
function showActionToast(kind: ToastKind, message: string, { label, run, onUnused }: ToastAction): void {
  let isUsed = false
  const toastId = `action:${(actionToasts += 1)}`
  const use = () => {
    isUsed = true
    run()
    toast.dismiss(toastId)
  }
  const content = (
    <span className="toast-with-action">
      {message}
      <button type="button" className="toast-action" onClick={use}>
        {label}
      </button>
    </span>
  )
  toast(content, { type: kind, toastId, role: 'status', onClose: () => void (isUsed || onUnused?.()) })
}

export function ToastHost() {
  useEffect(keepControlsFree, [])
  return (
    <ToastContainer
      position="bottom-left"
      autoClose={TOAST_TIMEOUT_MS}
      limit={MAX_OPEN_TOASTS}
      hideProgressBar={false}
      closeButton
      newestOnTop
      pauseOnHover
      pauseOnFocusLoss={false}
      aria-label="Notifications"
    />
  )
}
