import { Button } from '@mantine/core'

type RetireButtonProps = { name: string; reason: string | null; isBusy: boolean; onClick: () => void }

/** Unavailable while in use, with the reason on hover and focus. */
export function RetireButton({ name, reason, isBusy, onClick }: RetireButtonProps) {
  return (
    <Button
      size="xs"
      variant="default"
      loading={isBusy}
      aria-disabled={reason !== null}
      data-disabled={reason !== null || undefined}
      title={reason ?? undefined}
      onClick={reason === null ? onClick : undefined}
    >
      Retire
      <span className="visually-hidden">
        &nbsp;{name}
        {reason && `: ${reason}`}
      </span>
    </Button>
  )
}
