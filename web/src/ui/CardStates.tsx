import { Button, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './CardStates.module.css'

/** For a card whose title already says what is loading. */
export function CardLoading({ rows = 3 }: { rows?: number }) {
  return (
    <div className={classes.loading} aria-busy="true">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={12} width={`${92 - ((index * 23) % 45)}%`} />
      ))}
    </div>
  )
}

/** A text for an empty card. */
export const CardNote = ({ children }: { children: ReactNode }) => (
  <Text c="dimmed" inherit>
    {children}
  </Text>
)

/** A failed card does not affect the others: it says what is missing and offers a retry. */
export function CardError({ what, onRetry }: { what: string; onRetry: () => unknown }) {
  return (
    <p className={classes.error} role="alert">
      {what} could not be loaded.
      <Button variant="subtle" size="compact-sm" onClick={() => void onRetry()}>
        Try again
      </Button>
    </p>
  )
}
