import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useOpenAlert } from '../platform/alert/alert.ts'
import classes from './AlertDialog.module.css'

/** Shows the alert that is due. The browser's own modal dialog keeps the focus in and the page behind it still. */
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
