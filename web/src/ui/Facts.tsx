import type { ReactNode } from 'react'
import { dateTime, relativeTime } from '../platform/format/dates.ts'
import classes from './Facts.module.css'
import { Stack } from './/layout.tsx'

/** A definition list. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <Stack as="dl" gap={7}>
    {children}
  </Stack>
)

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** A relative time, with the exact time on hover. */
export const When = ({ at, now }: { at: string; now: Date }) => <span title={dateTime(at)}>{relativeTime(at, now)}</span>
