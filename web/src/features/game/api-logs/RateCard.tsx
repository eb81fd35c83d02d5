import { SegmentedControl, Skeleton } from '@mantine/core'
import type { ApiLogRange } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { chartShape } from '../../../platform/load/shapes.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ChartTable } from '../../../ui/ChartTable.tsx'
import { PageError } from '../../../ui/PageStates.tsx'
import classes from './api-logs.module.css'
import { rateQuery } from './api-logs.queries.ts'
import { clockOf, rateGroups, rateWords } from './rate-points.ts'

const RateChart = lazyComponent(async () => (await import('./RateChart.tsx')).RateChart, {
  what: 'The chart',
  shape: chartShape(classes.chart),
})

type RateCardProps = { range: ApiLogRange; serverId: number | undefined; onRange: (range: ApiLogRange) => void }

export function RateCard({ range, serverId, onRange }: RateCardProps) {
  const { data: rate, error, refetch } = useQuery(rateQuery(range, serverId))
  const choose = (
    <SegmentedControl
      size="xs"
      aria-label="Period of the chart"
      value={range}
      data={[
        { value: 'hour', label: 'Last hour' },
        { value: 'day', label: 'Last day' },
      ]}
      onChange={(value) => onRange(value === 'day' ? 'day' : 'hour')}
    />
  )
  if (error && !rate) return <PageError error={error} title="The rate could not be loaded" onRetry={refetch} />
  return (
    <Card title="Rate" aside={rate && rateWords(rate, range)} link={choose}>
      {rate ? <RateChart rate={rate} range={range} /> : <Skeleton className={classes.chart} />}
      {rate && rate.dropped > 0 && (
        <div className={classes.dropped}>
          <Banner tone="warning">
            {rate.dropped.toLocaleString('en')} {rate.dropped === 1 ? 'call' : 'calls'} in the last {range} came faster than they could be
            written, and are missing from this page. All of them were answered.
          </Banner>
        </div>
      )}
      {rate && (
        <ChartTable
          caption={`Calls and errors, by ${range === 'hour' ? 'five minutes' : 'the hour'}`}
          columns={['From', 'Calls', 'Errors']}
          rows={rateGroups(rate.points, range).map(({ at, calls, errors }) => ({
            key: at,
            name: clockOf(at),
            cells: [calls.toLocaleString('en'), errors.toLocaleString('en')],
          }))}
        />
      )}
    </Card>
  )
}
