import type { ReactNode } from 'react'
import { useClock } from '../../../platform/format/clock.ts'
import { clockText } from './display-rows.ts'
import classes from './DisplayPage.module.css'

type HeaderProps = { readonly title: string; readonly lostAt: number | null; readonly ahead: number; readonly children?: ReactNode }

/** The server's name, a summary and the time, with a marker if the data may be stale. */
export function ScreenHeader({ title, lostAt, ahead, children }: HeaderProps) {
  const time = useClock((now) => clockText(now + ahead))
  return (
    <header className={classes.header}>
      <h1 className={classes.title}>{title}</h1>
      <span className={classes.figures}>{children}</span>
      {lostAt !== null && <span className={classes.stale}>as of {clockText(lostAt + ahead)}</span>}
      <span className={classes.time}>{time}</span>
    </header>
  )
}
