import { Modal } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { confirm } from './confirm.tsx'
import classes from './FormModal.module.css'

type FormModalProps = {
  title: string
  onClose: () => void
  /** What was typed would be lost, so closing asks first. */
  isDirty?: boolean
  /** A click beside it does not close it: what it shows is not seen again. */
  staysOpen?: boolean
  size?: number | string
  children: ReactNode
}

/** The browser gives the Escape under way to whichever dialog is open once it is handled: a question asked at once would be taken back. */
const afterThisKey = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve)
  })

/** A form over the page. Mount it to open it: what was typed last time is then not in it. */
export function FormModal({ title, onClose, isDirty = false, staysOpen = false, size = 520, children }: FormModalProps) {
  const isAsking = useRef(false)
  const [opener] = useState(() => document.activeElement)
  // The library gives focus back when it closes a window itself; this one is gone at once.
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    },
    [opener],
  )
  const close = async () => {
    // The Escape that answers the question reaches the form's own window too.
    if (isAsking.current) return
    if (!isDirty) return onClose()
    isAsking.current = true
    await afterThisKey()
    const discarded = await confirm({
      title: 'Discard what you have typed?',
      confirmLabel: 'Discard',
      cancelLabel: 'Go on writing',
      danger: true,
    })
    isAsking.current = false
    if (discarded) onClose()
  }
  return (
    <Modal.Root
      opened
      onClose={() => void close()}
      size={size}
      centered
      closeOnClickOutside={!isDirty && !staysOpen}
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* Modal.Header would be a <header>, which outside the page's main part counts as a second banner. */}
        <div className={classes.header}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
