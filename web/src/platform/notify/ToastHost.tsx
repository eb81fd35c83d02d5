import { toast, ToastContainer } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './toasts.css'

export const TOAST_TIMEOUT_MS = 10_000
export const MAX_OPEN_TOASTS = 6

export function showToast(kind: 'error' | 'success' | 'info' | 'warning', message: string): void {
  // A failure is said at once; anything else waits for the screen reader to finish.
  toast(message, { type: kind, toastId: `${kind}:${message}`, role: kind === 'error' ? 'alert' : 'status' })
}

export function ToastHost() {
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
