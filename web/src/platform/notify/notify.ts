import { lazyModule } from '../load/lazy-module.ts'
import { log } from '../log/log.ts'
import { showPlainToast, type ToastAction, type ToastKind } from './plain-toasts.ts'

/** After this the message is shown without the toast library. */
const LIBRARY_WAIT_MS = 1000

/** Loaded with the pages behind the sign-in; the login page fetches it with its first toast. */
export const toastLibrary = lazyModule(() => import('./ToastHost.tsx'), { retryAfterMs: [] })

function show(kind: ToastKind, message: string, action?: ToastAction): void {
  const { promise: tooLong, resolve } = Promise.withResolvers<undefined>()
  setTimeout(() => resolve(undefined), LIBRARY_WAIT_MS)
  const inPlain = () => showPlainToast({ kind, message, ...(action && { action }) })
  Promise.race([toastLibrary.load(), tooLong]).then(
    (library) => (library ? library.showToast(kind, message, action) : inPlain()),
    (error: unknown) => {
      log.warning(`The toast library is missing. Shown without it: ${message}`, error)
      inPlain()
    },
  )
}

export const notify = {
  error: (message: string) => show('error', message),
  success: (message: string) => show('success', message),
  info: (message: string, action?: ToastAction) => show('info', message, action),
  warning: (message: string) => show('warning', message),
}

/** Preloads the library, because the first message may be that the connection is lost. */
export function prepareToasts(): void {
  toastLibrary.load().catch((error: unknown) => log.warning('The toast library could not be prepared', error))
}
