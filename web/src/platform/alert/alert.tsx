import { useSyncExternalStore, useEffect, useRef } from 'react'
import { createObservable } from '../store/observable.ts'
import { Button } from '@mantine/core'
import classes from './alert.module.css'

type OpenAlert = { readonly message: string; readonly closed: Promise<void>; readonly close: () => void }

/** Messages the reader has to acknowledge, shown one after the other. */
export function createAlerts() {
  const queue = createObservable<readonly OpenAlert[]>([])
  return {
    current: (): OpenAlert | undefined => queue.get()[0],
    subscribe: queue.subscribe,
    /** Resolves when the reader has closed it. A message that is already showing or queued is not added twice. */
    show: (message: string): Promise<void> => {
      const same = queue.get().find((alert) => alert.message === message)
      if (same) return same.closed
      const { promise, resolve } = Promise.withResolvers<void>()
      const alert: OpenAlert = {
        message,
        closed: promise,
        close: () => {
          queue.set(queue.get().filter((each) => each !== alert))
          resolve()
        },
      }
      queue.set([...queue.get(), alert])
      return promise
    },
  }
}

const alerts = createAlerts()
export const showAlert = alerts.show
export const useOpenAlert = (): OpenAlert | undefined => useSyncExternalStore(alerts.subscribe, alerts.current)

/** Shows the current alert. The native modal dialog traps focus and makes the page behind it inert. */
export function AlertDialog() {
  const alert = useOpenAlert()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (alert && dialog.current && !dialog.current.open) dialog.current.showModal()
  }, [alert])
  if (!alert) return null
  return (
    <dialog
      key={alert.message}
      ref={dialog}
      className={classes.dialog}
      role="alertdialog"
      aria-describedby="alert-message"
      aria-label="Message"
      onClose={alert.close}
    >
      <p id="alert-message" className={classes.message}>
        {alert.message}
      </p>
      <Button onClick={() => dialog.current?.close()} data-autofocus autoFocus>
        OK
      </Button>
    </dialog>
  )
}

/** Why a visitor was sent to the home page. Shown there until it is closed or the page is left. */
const notice = createObservable<string | null>(null)

export const setLandingNotice = (text: string): void => notice.set(text)
export const clearLandingNotice = (): void => notice.set(null)
export const useLandingNotice = (): string | null => useSyncExternalStore(notice.subscribe, notice.get)
