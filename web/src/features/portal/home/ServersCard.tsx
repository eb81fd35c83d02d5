import { useNow } from '../../../platform/format/use-now.ts'
import { LiveIndicator } from '../../../platform/realtime/LiveIndicator.tsx'
import { useServerStatuses } from '../../../platform/servers/server-statuses.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { ServerStatusList } from './ServerStatusList.tsx'

export function ServersCard() {
  const statuses = useServerStatuses()
  const now = useNow()
  return (
    <Card title="Servers" link={<LiveIndicator />}>
      {statuses.data ? (
        statuses.data.length === 0 ? (
          <CardNote>There are no servers yet.</CardNote>
        ) : (
          <ServerStatusList statuses={statuses.data} now={now} />
        )
      ) : statuses.isError ? (
        <CardError what="The servers" onRetry={statuses.refetch} />
      ) : (
        <CardLoading />
      )}
    </Card>
  )
}
