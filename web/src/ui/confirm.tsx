import { Button } from '@mantine/core'
import { useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import classes from './confirm.module.css'

export type ConfirmQuestion = {
  /** The question, including its subject: 'Remove Server 2?' */
  title: string
  body?: ReactNode
  /** The name of what will be destroyed, emphasised. */
  subject?: string
  confirmLabel?: string
  cancelLabel?: string
  danger?: boolean
  /** Enter keeps things as they are, though nothing is destroyed. */
  startsAtCancel?: boolean
}

type Pending = ConfirmQuestion & { readonly id: number; readonly answer: (confirmed: boolean) => void }

let lastId = 0
let queue: readonly Pending[] = []
const listeners = new Set<() => void>()
const change = (next: readonly Pending[]) => {
  queue = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const firstPending = () => queue[0]

/** Asks the user for confirmation, one question at a time. Needs a ConfirmHost on the page. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  return new Promise((resolve) => {
    const pending: Pending = {
      ...question,
      id: (lastId += 1),
      answer: (confirmed) => {
        change(queue.filter((each) => each !== pending))
        resolve(confirmed)
      },
    }
    change([...queue, pending])
  })
}

export function ConfirmHost() {
  const pending = useSyncExternalStore(subscribe, firstPending)
  // When the host unmounts, its questions are cancelled, since nobody could answer them.
  useEffect(() => () => queue.forEach((each) => each.answer(false)), [])
  return pending ? <ConfirmDialog key={pending.id} pending={pending} /> : null
}

/** The native modal dialog traps focus, makes the page inert and restores focus, without a library. */
function ConfirmDialog({ pending }: { pending: Pending }) {
  const {
    title,
    body,
    subject,
    confirmLabel = 'Confirm',
    cancelLabel = 'Cancel',
    danger = false,
    startsAtCancel = danger,
    answer,
  } = pending
  const dialog = useRef<HTMLDialogElement>(null)
  const initialFocus = useRef<HTMLButtonElement>(null)
  const titleId = useId()
  const bodyId = useId()
  // Before the dialog is removed from the document: only closing it there restores focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    initialFocus.current?.focus()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={classes.dialog}
      aria-labelledby={titleId}
      aria-describedby={body || subject ? bodyId : undefined}
      onCancel={(event) => {
        event.preventDefault()
        answer(false)
      }}
    >
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      {(body || subject) && (
        <div id={bodyId} className={classes.body}>
          {body && <div>{body}</div>}
          {subject && <p className={classes.subject}>{subject}</p>}
        </div>
      )}
      <div className={classes.actions}>
        {/* Enter must not trigger a destructive action by default. */}
        <Button variant="default" ref={startsAtCancel ? initialFocus : undefined} onClick={() => answer(false)}>
          {cancelLabel}
        </Button>
        <Button color={danger ? 'danger' : 'accent'} ref={startsAtCancel ? undefined : initialFocus} onClick={() => answer(true)}>
          {confirmLabel}
        </Button>
      </div>
    </dialog>
  )
}
