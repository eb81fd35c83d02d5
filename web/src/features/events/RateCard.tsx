import { SegmentedControl, Skeleton } from '@mantine/core'
import type { ApiLogRange, ApiLogRate } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { timeSince } from '../../platform/display/dates.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Card } from '../../ui/Card.tsx'
import { PageError } from '../../ui/PageStates.tsx'
import classes from './events.module.css'
import { rateQuery } from './events.queries.ts'

const RateChart = lazy(async () => ({ default: (await import('./RateChart.tsx')).RateChart }))

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
      <Suspense fallback={<Skeleton className={classes.chart} />}>
        {rate ? <RateChart rate={rate} /> : <Skeleton className={classes.chart} />}
      </Suspense>
      {rate && rate.dropped > 0 && (
        <Banner tone="warning">
          {rate.dropped.toLocaleString()} {rate.dropped === 1 ? 'call' : 'calls'} in the last {range} came faster than they could be
          written, and are missing from this page. They were answered all the same.
        </Banner>
      )}
    </Card>
  )
}

function rateWords({ points }: ApiLogRate, range: ApiLogRange): string {
  const calls = points.reduce((sum, point) => sum + point.calls, 0)
  const errors = points.reduce((sum, point) => sum + point.errors, 0)
  if (calls === 0) return `No calls in the last ${range}`
  const most = points.reduce((a, b) => (b.calls > a.calls ? b : a))
  const failed = errors === 0 ? 'none failed' : `${errors.toLocaleString()} failed (${((100 * errors) / calls).toFixed(1)} %)`
  return `${calls.toLocaleString()} ${calls === 1 ? 'call' : 'calls'} in the last ${range}, ${failed}; busiest at ${timeSince(most.at)}`
}
