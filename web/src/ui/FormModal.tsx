import { Modal } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { confirm } from './confirm.tsx'
import classes from './FormModal.module.css'

type FormModalProps = {
  title: string
  onClose: () => void
  /** There is unsaved input, so closing asks first. */
  isDirty?: boolean
  /** Neither Escape nor a click outside closes it, and it has no close button: for content that is shown only once. */
  staysOpen?: boolean
  size?: number | string
  children: ReactNode
}

/** The browser passes the current Escape to whichever dialog is open afterwards, so a confirmation opened at once would be cancelled. */
const afterThisKey = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve)
  })

/** In a field of several lines Enter begins a new one, so Ctrl and Enter submit. A submit button that is disabled stays so. */
function submitFromText(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
  if (!(event.target instanceof HTMLTextAreaElement)) return
  event.preventDefault()
  event.target.form?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
}

/** The element that had the focus when the dialog with this content was opened. */
const openers = new WeakMap<Element, Element>()

/** Where focus goes back to: what has it now or, once that is gone with the dialog it is in, what opened that one. */
function findOpeners(): readonly Element[] {
  const active = document.activeElement
  const around = active?.closest('[data-form-modal]')
  return [active, around && openers.get(around)].filter((each) => each instanceof Element)
}

/** A form dialog. Mount it to open it, so that it always starts with fresh input. */
export function FormModal({ title, onClose, isDirty = false, staysOpen = false, size = 520, children }: FormModalProps) {
  const isAsking = useRef(false)
  const [back] = useState(findOpeners)
  // The library restores focus only when it closes a modal itself; this one is unmounted. The form's action may have moved focus already.
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return
      back.find((each): each is HTMLElement => each instanceof HTMLElement && each.isConnected)?.focus()
    },
    [back],
  )
  // The library moves focus whenever it gets another ref, so it is the same one throughout.
  const [noteOpener] = useState(() => (content: HTMLElement | null) => {
    const first = back.at(-1)
    if (content && first) openers.set(content, first)
  })
  const close = async () => {
    // The Escape that closes the confirmation also reaches this modal.
    if (isAsking.current) return
    if (!isDirty) return onClose()
    isAsking.current = true
    await afterThisKey()
    const discarded = await confirm({
      title: 'Discard what you have typed?',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep editing',
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
      closeOnEscape={!staysOpen}
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay />
      <Modal.Content ref={noteOpener} data-form-modal>
        <ModalHeader title={title} canClose={!staysOpen} />
        <Modal.Body onKeyDown={submitFromText}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** The title of a dialog, and its close button. Modal.Header would render a <header>, which outside the main landmark counts as a second banner. */
export const ModalHeader = ({ title, canClose = true }: { title: string; canClose?: boolean }) => (
  <div className={classes.header}>
    <Modal.Title className={classes.title}>{title}</Modal.Title>
    {canClose && <Modal.CloseButton aria-label="Close" />}
  </div>
)
