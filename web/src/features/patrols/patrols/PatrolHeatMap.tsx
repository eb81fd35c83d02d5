import { dateOnly } from '../../../platform/format/dates.ts'
import { duration } from '../../../platform/format/durations.ts'
import type { HeatDay } from './heat-map.ts'
import classes from './PatrolHeatMap.module.css'

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long' })

/** One square per day, one column per week. Screen readers get a one-sentence summary instead of 182 squares. */
export function PatrolHeatMap({ days }: { days: readonly HeatDay[] }) {
  const first = days[0]
  return (
    <figure className={classes.figure}>
      <p className="visually-hidden">{summary(days)}</p>
      <div className={classes.heat} aria-hidden>
        {days.map(({ date, minutes, level, isAhead }) => (
          <i
            key={date.getTime()}
            data-level={level}
            data-ahead={isAhead || undefined}
            title={isAhead ? undefined : `${dateOnly(date)}: ${minutes === 0 ? 'no patrol' : duration(minutes)}`}
          />
        ))}
      </div>
      <figcaption className={classes.caption}>
        <span aria-hidden>{first && monthFormat.format(first.date)}</span>
        <span className={classes.key} aria-hidden>
          less <i data-level={0} /> <i data-level={1} /> <i data-level={2} /> <i data-level={3} /> more
        </span>
        <span aria-hidden>today</span>
      </figcaption>
    </figure>
  )
}

function summary(days: readonly HeatDay[]): string {
  const onPatrol = days.filter(({ minutes }) => minutes > 0)
  const total = onPatrol.reduce((sum, { minutes }) => sum + minutes, 0)
  return `${duration(total)} on ${onPatrol.length} ${onPatrol.length === 1 ? 'day' : 'days'} since ${dateOnly(days[0]?.date)}`
}
