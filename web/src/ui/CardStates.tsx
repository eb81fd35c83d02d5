import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './CardStates.module.css'

/** Within a card whose title already says what is being loaded. */
export function CardLoading({ rows = 3 }: { rows?: number }) {
  return (
    <div className={classes.loading} aria-busy="true">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={12} width={`${92 - ((index * 23) % 45)}%`} />
      ))}
    </div>
  )
}

/** What a card says when there is nothing to draw in it. */
export const CardNote = ({ children }: { children: ReactNode }) => <p className={classes.note}>{children}</p>

/** One card that failed leaves the others standing, so it says what is missing and offers to try again. */
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
