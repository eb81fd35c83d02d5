import { SegmentedControl } from '@mantine/core'
import { FigureRange } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '../../../platform/format/use-now.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading } from '../../../ui/CardStates.tsx'
import { Columns, Stack } from '../../../ui/layout.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Concerns, overviewQuery, PortalStanding } from '../admin/Overview.port.tsx'
import { BackupsCard } from './BackupsCard.tsx'
import { ALARMS } from './backups.labels.ts'
import { ExportCard } from './ExportCard.tsx'
import { useBackups } from './backups.queries.ts'
import { ErrorsCard } from './ErrorsCard.tsx'
import { HealthFigures } from './HealthFigures.tsx'
import { ReleaseCard } from './ReleaseCard.tsx'
import { RestoreCard } from './RestoreCard.tsx'

const RANGES = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
]

/** How the portal and its machine are, what to do about it, and whether the community's years are safe. */
export function HealthPage() {
  const [range, setRange] = useState<FigureRange>('day')
  const overview = useQuery(overviewQuery)
  const backups = useBackups()
  const alarm = backups.data?.alarm ?? null
  const now = useNow()
  return (
    <>
      <PageHeader
        title="Health"
        subtitle={overview.data ? <PortalStanding overview={overview.data} now={now} /> : '\u00A0'}
        actions={
          <SegmentedControl
            size="xs"
            aria-label="How far back"
            data={RANGES}
            value={range}
            onChange={(value) => setRange(FigureRange.parse(value))}
          />
        }
      />
      {alarm !== null && (
        <Banner tone="danger" title={ALARMS[alarm].title}>
          {ALARMS[alarm].advice}
        </Banner>
      )}
      <RestoreCard />
      <HealthFigures overview={overview.data} range={range} />
      <Columns of="minmax(0, 3fr) minmax(0, 2fr)" stackBelow="75em" align="start">
        <Stack>
          {backups.data ? (
            <BackupsCard overview={backups.data} />
          ) : (
            <Card title="Backups">{backups.error ? <CardError what="The backups" onRetry={backups.refetch} /> : <CardLoading />}</Card>
          )}
          <ExportCard />
          <ReleaseCard />
        </Stack>
        <Stack>
          <Card
            title="Needs attention"
            aside={overview.data && overview.data.concerns.length > 0 && overview.data.concerns.length.toLocaleString('en')}
          >
            {overview.data ? (
              <Concerns concerns={overview.data.concerns} now={now} />
            ) : overview.isError ? (
              <CardError what="What needs attention" onRetry={overview.refetch} />
            ) : (
              <CardLoading />
            )}
          </Card>
          <ErrorsCard />
        </Stack>
      </Columns>
    </>
  )
}
