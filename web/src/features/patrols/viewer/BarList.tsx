import type { ReactNode } from 'react'
import { durationInColumn } from '../../../platform/format/durations.ts'
import classes from './Viewer.module.css'

export type BarRow = {
  readonly key: string | number
  readonly name: ReactNode
  /** On hover, where it is cut off. */
  readonly title: string
  readonly value: number
  readonly note?: string | undefined
  readonly color?: string | undefined
}

/** Names with their hours and a bar for each, against the largest. */
export function BarList({ label, rows, words = inHours }: { label: string; rows: readonly BarRow[]; words?: (value: number) => string }) {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <ol className={classes.bars} aria-label={label}>
      {rows.map(({ key, name, title, value, note, color }) => (
        <li key={key}>
          <span className={classes.barName} title={title}>
            {name}
          </span>
          {note && <span className={classes.barNote}>{note}</span>}
          <span className="mono">{words(value)}</span>
          <span className={classes.bar} aria-hidden>
            <i style={{ width: `${(value / most) * 100}%`, background: color }} />
          </span>
        </li>
      ))}
    </ol>
  )
}

const inHours = (seconds: number): string => durationInColumn(seconds / 60)
