import { Skeleton } from '@mantine/core'
import type { PatrolOverview } from '@tenfour/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { chartShape } from '../../../platform/load/shapes.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardNote } from '../../../ui/CardStates.tsx'
import { ChartTable } from '../../../ui/ChartTable.tsx'
import { hoursByDay, type HoursChartData } from './hours-by-day.ts'
import { beforeWords, periodBefore } from './period.ts'
import type { Viewer } from './use-viewer.ts'
import { classNames, Row } from '../../../ui/layout.tsx'
import classes from './Viewer.module.css'
import { overviewQuery } from './viewer.queries.ts'

const HoursChart = lazyComponent(async () => (await import('./HoursChart.tsx')).HoursChart, {
  what: 'The chart',
  shape: chartShape(classes.chart),
})

type HoursCardProps = { viewer: Viewer; overview: PatrolOverview | undefined; isError: boolean; onRetry: () => unknown }

export function HoursCard({ viewer: { period, scope, search }, overview, isError, onRetry }: HoursCardProps) {
  const isCompared = search.compare === 'yes'
  const earlier = useMemo(() => periodBefore(period), [period])
  const query = overviewQuery({ ...scope, from: earlier.from, to: earlier.to })
  const before = useQuery({ ...query, queryFn: isCompared ? query.queryFn : skipToken }).data
  const data = useMemo(
    () => overview && hoursByDay({ overview, period, before: isCompared && before ? { days: before.days, period: earlier } : undefined }),
    [overview, period, before, isCompared, earlier],
  )
  const beforeName = isCompared && before ? beforeWords(period) : null
  return (
    <Card title={`Hours by ${data?.unit ?? 'day'}`} link={data && <Legend data={data} beforeName={beforeName} />}>
      {data ? (
        data.series.length === 0 ? (
          <CardNote>No patrols in this period.</CardNote>
        ) : (
          <>
            <HoursChart data={data} beforeName={beforeName} />
            <ChartTable
              caption={`Hours by ${data.unit} and department`}
              columns={['Day', ...data.series.map(({ name }) => name), ...(beforeName ? [`All, ${beforeName}`] : [])]}
              rows={data.points.map(({ name, hours, before: earlierHours }) => ({
                key: name,
                name,
                cells: [...data.series.map(({ key }) => inHours(hours[key] ?? 0)), ...(beforeName ? [inHours(earlierHours ?? 0)] : [])],
              }))}
            />
          </>
        )
      ) : isError ? (
        <CardError what="The hours" onRetry={onRetry} />
      ) : (
        <Skeleton className={classes.chart} />
      )}
    </Card>
  )
}

const inHours = (hours: number): string => hours.toLocaleString('en', { maximumFractionDigits: 1 })

function Legend({ data: { series }, beforeName }: { data: HoursChartData; beforeName: string | null }) {
  return (
    <Row as="span" gap="2px 12px" className={classNames('muted', classes.legend)}>
      {series.map(({ key, name, color }) => (
        <span key={key}>
          <i style={{ background: color }} aria-hidden /> {name}
        </span>
      ))}
      {beforeName && (
        <span>
          <i style={{ background: 'var(--line-strong)' }} aria-hidden /> {beforeName}
        </span>
      )}
    </Row>
  )
}
