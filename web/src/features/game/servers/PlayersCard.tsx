import { SegmentedControl } from '@mantine/core'
import { HistoryRange, type ServerLink } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { chartShape } from '../../../platform/load/shapes.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { ChartTable } from '../../../ui/ChartTable.tsx'
import { groupOf, historyNow, historyWords, momentOf, peaks, stepOf } from './player-history.ts'
import classes from './ServerDetail.module.css'
import { playerHistoryQuery } from './servers.manage.ts'

const PlayerChart = lazyComponent(async () => (await import('./PlayerChart.tsx')).PlayerChart, {
  what: 'The chart',
  shape: chartShape(classes.chart),
})

const RANGES = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
]

/** The fetched history, extended by the heartbeats since. */
export function PlayersCard({ serverId, link }: { serverId: number; link: ServerLink }) {
  const [range, setRange] = useState<HistoryRange>('day')
  const history = useQuery(playerHistoryQuery(serverId, range, stepOf(range, link)))
  const known = history.data && historyNow(history.data, link)
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
      {history.isError && !known && <CardError what="The players" onRetry={history.refetch} />}
      {known && !known.points.some(({ players }) => players !== null) && <CardNote>No players were reported in this time.</CardNote>}
      {known?.points.some(({ players }) => players !== null) && (
        <>
          <PlayerChart history={known} range={range} />
          <p className={classes.words}>{historyWords(known, momentOf(range))}</p>
          <ChartTable
            caption={`Most players, by the ${range === 'day' ? 'hour' : 'day'}`}
            columns={[range === 'day' ? 'Hour' : 'Day', 'Players']}
            rows={peaks(known.points, range).map(({ at, players }) => ({
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
