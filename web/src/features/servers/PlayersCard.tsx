import { SegmentedControl } from '@mantine/core'
import { HistoryRange } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Card } from '../../ui/Card.tsx'
import { CardError, CardLoading } from '../../ui/CardStates.tsx'
import { ChartTable } from '../../ui/ChartTable.tsx'
import { groupOf, historyWords, momentOf, peaks } from './player-history.ts'
import classes from './ServerDetail.module.css'
import { playerHistoryQuery } from './servers.manage.ts'

const PlayerChart = lazy(async () => ({ default: (await import('./PlayerChart.tsx')).PlayerChart }))

const RANGES = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
]

export function PlayersCard({ serverId }: { serverId: number }) {
  const [range, setRange] = useState<HistoryRange>('day')
  const history = useQuery(playerHistoryQuery(serverId, range))
  return (
    <Card
      title="Players"
      aside={range === 'day' ? 'over the last day' : 'over the last week'}
      link={
        <SegmentedControl
          size="xs"
          aria-label="How far back"
          data={RANGES}
          value={range}
          onChange={(value) => setRange(HistoryRange.parse(value))}
        />
      }
    >
      {history.isPending && <CardLoading rows={5} />}
      {history.isError && !history.data && <CardError what="The players" onRetry={history.refetch} />}
      {history.data && (
        <>
          <Suspense fallback={<div className={classes.chart} />}>
            <PlayerChart history={history.data} range={range} />
          </Suspense>
          <p className={classes.words}>{historyWords(history.data, momentOf(range))}</p>
          <ChartTable
            caption={`Most players, by the ${range === 'day' ? 'hour' : 'day'}`}
            columns={[range === 'day' ? 'Hour' : 'Day', 'Players']}
            rows={peaks(history.data.points, range).map(({ at, players }) => ({
              key: at,
              name: groupOf(range)(at),
              cells: [players ?? 'Not reported'],
            }))}
          />
        </>
      )}
    </Card>
  )
}
