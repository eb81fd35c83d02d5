import { Button, type ButtonProps } from '@mantine/core'

type RetryButtonProps = Pick<ButtonProps, 'size' | 'variant'> & { isRetrying: boolean; onRetry: () => void }

/** Stays enabled while retrying, because a disabled button loses focus. */
export const RetryButton = ({ isRetrying, onRetry, ...props }: RetryButtonProps) => (
  <Button {...props} aria-disabled={isRetrying || undefined} onClick={() => void (isRetrying || onRetry())}>
    {isRetrying ? 'Trying again…' : 'Try again'}
  </Button>
)
