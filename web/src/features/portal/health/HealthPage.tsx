import { PageHeader } from '../../../ui/Page.tsx'
import { PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { BackupsCard } from './BackupsCard.tsx'
import { ALARMS } from './backups.labels.ts'
import { ExportCard } from './ExportCard.tsx'
import { RestoreCard } from './RestoreCard.tsx'
import { useBackups } from './backups.queries.ts'

/** Whether the community's years are safe. */
export function HealthPage() {
  const { data, error, refetch } = useBackups()
  return (
    <>
      <PageHeader title="Health" subtitle="Backups, and whether they can be restored" />
      {data ? (
        <>
          {data.alarm !== null && (
            <Banner tone="danger" title={ALARMS[data.alarm].title}>
              {ALARMS[data.alarm].advice}
            </Banner>
          )}
          <RestoreCard />
          <BackupsCard overview={data} />
          <ExportCard />
        </>
      ) : error ? (
        <PageError error={error} onRetry={refetch} />
      ) : (
        <PageLoading label="Loading the backups" />
      )}
    </>
  )
}
