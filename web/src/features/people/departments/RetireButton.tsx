import { Button } from '@mantine/core'

type RetireButtonProps = { name: string; reason: string | null; isBusy: boolean; onClick: () => void }

/** Not available while in use, and says so to whoever points at it or reaches it by keyboard. */
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
