import { Modal } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { confirm } from './confirm.tsx'

type FormModalProps = {
  title: string
  onClose: () => void
  /** What was typed would be lost, so closing asks first. */
  isDirty?: boolean
  size?: number | string
  children: ReactNode
}

/** A form over the page. Mount it to open it: what was typed last time is then not in it. */
export function FormModal({ title, onClose, isDirty = false, size = 520, children }: FormModalProps) {
  const isAsking = useRef(false)
  const close = async () => {
    // The Escape that answers the question reaches the form's own window too.
    if (isAsking.current) return
    if (!isDirty) return onClose()
    isAsking.current = true
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
    <Modal opened onClose={() => void close()} title={title} size={size} closeOnClickOutside={!isDirty}>
      {children}
    </Modal>
  )
}
