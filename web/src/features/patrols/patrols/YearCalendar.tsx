import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { durationInColumn } from '../../../platform/format/durations.ts'
import { ChartTable } from '../../../ui/ChartTable.tsx'
import { dayWords, heatMonths, heatSummary, type HeatDay } from './heat-map.ts'
import { classNames, Row } from '../../../ui/layout.tsx'
import classes from './PatrolHeatMap.module.css'
import { HeatKey, HeatWeeks } from './PatrolHeatMap.tsx'

const DAY = classNames('bare-button', classes.day)

type YearCalendarProps = {
  days: readonly HeatDay[]
  /** Shows the patrols of a day. */
  onChoose: (day: string) => void
}

/** A year by day. Arrow keys go from day to day and week to week, Enter shows the patrols of one. */
export function YearCalendar({ days, onChoose }: YearCalendarProps) {
  const past = days.filter(({ isAhead }) => !isAhead)
  const [active, setActive] = useState<string>()
  const [hovered, setHovered] = useState<string>()
  const grid = useRef<HTMLDivElement>(null)
  // A phone has no room for the year: it begins with the latest weeks.
  useLayoutEffect(() => {
    if (grid.current) grid.current.scrollLeft = grid.current.scrollWidth
  }, [])
  const at = past.findIndex(({ day }) => day === active)
  const index = at === -1 ? past.length - 1 : at
  const told = past.find(({ day }) => day === hovered) ?? past[index]
  const move = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = keyTarget(event.key, index, past.length - 1)
    if (to === undefined) return
    event.preventDefault()
    setActive(past[to]?.day)
    grid.current?.querySelectorAll('button')[to]?.focus()
  }
  return (
    <figure className={classNames('flush', classes.figure)}>
      <p className="visually-hidden">{heatSummary(days)}</p>
      <div ref={grid} className={classNames(classes.heat, classes.year)}>
        <HeatWeeks
          days={days}
          renderDay={(day) => (
            <button
              type="button"
              className={DAY}
              tabIndex={day === past[index] ? 0 : -1}
              aria-label={dayWords(day)}
              data-level={day.level}
              data-active={day === past[index] || undefined}
              onKeyDown={move}
              onMouseEnter={() => setHovered(day.day)}
              onMouseLeave={() => setHovered(undefined)}
              onClick={() => {
                setActive(day.day)
                onChoose(day.day)
              }}
            />
          )}
        />
      </div>
      <Row as="figcaption" gap="4px 16px" className={classes.caption}>
        <span className="small" aria-hidden>
          {told && dayWords(told)}
        </span>
        <HeatKey />
      </Row>
      <ChartTable
        caption="Time on patrol by month"
        columns={['Month', 'Time', 'Days']}
        rows={heatMonths(days).map(({ key, name, minutes, days: count }) => ({ key, name, cells: [durationInColumn(minutes), count] }))}
      />
    </figure>
  )
}

const WEEK = 7
function keyTarget(key: string, at: number, last: number): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    ArrowLeft: at - WEEK,
    ArrowRight: at + WEEK,
    PageUp: at - 4 * WEEK,
    PageDown: at + 4 * WEEK,
    Home: 0,
    End: last,
  }
  const to = targets[key]
  return to === undefined ? undefined : Math.min(Math.max(0, to), last)
}
