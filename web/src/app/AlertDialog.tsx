import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useOpenAlert } from '../platform/alert/alert.ts'
import classes from './AlertDialog.module.css'

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
