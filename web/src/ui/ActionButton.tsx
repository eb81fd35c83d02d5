import { Button, type ButtonProps } from '@mantine/core'
import { useState, type ReactNode } from 'react'

type ActionButtonProps = Omit<ButtonProps, 'loading' | 'disabled'> & {
  /** Must not reject: a failure is reported where it is known what failed. */
  action: () => Promise<unknown>
  children: ReactNode
}

/** A button for one action. A second press while it runs does nothing; it stays focusable, because a disabled button loses focus. */
export function ActionButton({ action, children, ...button }: ActionButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await action()
    setBusy(false)
  }
  return (
    <Button {...button} aria-busy={isBusy || undefined} aria-disabled={isBusy || undefined} onClick={isBusy ? undefined : () => void run()}>
      {children}
    </Button>
  )
}
