import { Tooltip } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { dayWords, heatSummary, monthLabels, type HeatDay } from './heat-map.ts'
import { classNames, Row } from '../../../ui/layout.tsx'
import classes from './PatrolHeatMap.module.css'

const WEEKDAY = classNames('muted tiny', classes.weekday)
const MONTH = classNames('muted tiny', classes.month)
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** One square per day, one column per week. Screen readers get a one-sentence summary instead of the squares. */
export function PatrolHeatMap({ days }: { days: readonly HeatDay[] }) {
  return (
    <figure className={classNames('flush', classes.figure)}>
      <p className="visually-hidden">{heatSummary(days)}</p>
      <div className={classes.heat} aria-hidden>
        <Tooltip.Group openDelay={80} closeDelay={80}>
          <HeatWeeks
            days={days}
            renderDay={(day) => (
              <Tooltip label={dayWords(day)}>
                <i data-level={day.level} />
              </Tooltip>
            )}
          />
        </Tooltip.Group>
      </div>
      <Row as="figcaption" gap="4px 16px" className={classNames(classes.caption, classes.levels)}>
        <HeatKey />
      </Row>
    </figure>
  )
}

/** The children of the grid: weekdays, then a column for each week under the month that begins in it. */
export const HeatWeeks = ({ days, renderDay }: { days: readonly HeatDay[]; renderDay: (day: HeatDay) => ReactNode }) => (
  <>
    <span aria-hidden />
    {WEEKDAYS.map((name) => (
      <span key={name} className={WEEKDAY} aria-hidden>
        {name}
      </span>
    ))}
    {monthLabels(days).map((month, week) => (
      <Fragment key={days[week * 7]?.day}>
        <span className={MONTH} aria-hidden>
          {month}
        </span>
        {days.slice(week * 7, week * 7 + 7).map((day) => (
          <Fragment key={day.day}>{day.isAhead ? <span aria-hidden /> : renderDay(day)}</Fragment>
        ))}
      </Fragment>
    ))}
  </>
)

export const HeatKey = () => (
  <Row as="span" nowrap gap={4} className={classNames('muted tiny', classes.key)} aria-hidden>
    less <i data-level={0} /> <i data-level={1} /> <i data-level={2} /> <i data-level={3} /> more
  </Row>
)
