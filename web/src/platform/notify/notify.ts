import { useSyncExternalStore } from 'react'
import { log } from '../log/log.ts'
import type { ToastAction, ToastKind } from './toast-types.ts'

const listeners = new Set<() => void>()
let isWanted = false

/** The toast library is fetched with the first toast: most visits to the login page never need it. */
function show(kind: ToastKind, message: string, action?: ToastAction): void {
  if (!isWanted) {
    isWanted = true
    for (const listener of listeners) listener()
  }
  import('./ToastHost.tsx').then(
    ({ showToast }) => showToast(kind, message, action),
    (error: unknown) => {
      log.error(`A message could not be shown: ${message}`, error)
      action?.onUnused?.()
    },
  )
}

export const notify = {
  error: (message: string) => show('error', message),
  success: (message: string) => show('success', message),
  info: (message: string, action?: ToastAction) => show('info', message, action),
  warning: (message: string) => show('warning', message),
}

/** Fetches what shows them beforehand, for a page that has something to say when the connection is lost. */
export function prepareToasts(): void {
  import('./ToastHost.tsx').catch((error: unknown) => log.warning('Messages could not be prepared', error))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useToastsWanted = (): boolean => useSyncExternalStore(subscribe, () => isWanted)
