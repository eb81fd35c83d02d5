import { Tooltip } from '@mantine/core'
import { dateOnly } from '../../../platform/format/dates.ts'
import { duration } from '../../../platform/format/durations.ts'
import { dayWords, monthLabels, type HeatDay } from './heat-map.ts'
import classes from './PatrolHeatMap.module.css'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** One square per day, one column per week. Screen readers get a one-sentence summary instead of the squares. */
export function PatrolHeatMap({ days }: { days: readonly HeatDay[] }) {
  return (
    <figure className={classes.figure}>
      <p className="visually-hidden">{summary(days)}</p>
      <div className={classes.heat} aria-hidden>
        <span />
        {WEEKDAYS.map((name) => (
          <span key={name} className={classes.weekday}>
            {name}
          </span>
        ))}
        <Tooltip.Group openDelay={80} closeDelay={80}>
          {monthLabels(days).map((month, week) => (
            <Week key={days[week * 7]?.date.getTime()} month={month} days={days.slice(week * 7, week * 7 + 7)} />
          ))}
        </Tooltip.Group>
      </div>
      <figcaption className={classes.key} aria-hidden>
        less <i data-level={0} /> <i data-level={1} /> <i data-level={2} /> <i data-level={3} /> more
      </figcaption>
    </figure>
  )
}

const Week = ({ month, days }: { month: string | null; days: readonly HeatDay[] }) => (
  <>
    <span className={classes.month}>{month}</span>
    {days.map((day) =>
      day.isAhead ? (
        <span key={day.date.getTime()} />
      ) : (
        <Tooltip key={day.date.getTime()} label={dayWords(day)}>
          <i data-level={day.level} />
        </Tooltip>
      ),
    )}
  </>
)

function summary(days: readonly HeatDay[]): string {
  const onPatrol = days.filter(({ minutes }) => minutes > 0)
  const total = onPatrol.reduce((sum, { minutes }) => sum + minutes, 0)
  return `${duration(total)} on ${onPatrol.length} ${onPatrol.length === 1 ? 'day' : 'days'} since ${dateOnly(days[0]?.date)}`
}
