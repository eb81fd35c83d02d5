import { Button, Tooltip, type ButtonProps } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

type BlockedButtonProps = ButtonProps & {
  /** Why it can't be pressed now; null if it can. */
  reason: string | null
  onClick: () => void
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** Stays focusable while it can't be pressed, so that mouse, keyboard and touch all learn the reason. */
export function BlockedButton({ reason, onClick, children, ...button }: BlockedButtonProps) {
  return (
    <Tooltip label={reason} disabled={reason === null} events={{ hover: true, focus: true, touch: true }} multiline maw={280} openDelay={0}>
      <Button
        variant="default"
        {...button}
        aria-disabled={reason !== null}
        data-disabled={reason !== null || undefined}
        onClick={reason === null ? onClick : undefined}
      >
        {children}
        {reason && <span className="visually-hidden">: {reason}</span>}
      </Button>
    </Tooltip>
  )
}
