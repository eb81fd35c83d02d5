import { LiveIndicator } from '../../platform/realtime/LiveIndicator.tsx'
import { Card } from '../../ui/Card.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Empty, PageError, PageLoading } from '../../ui/PageStates.tsx'
import { ServerList } from './ServerList.port.tsx'
import { useServers } from './servers.port.ts'

export function ServersPage() {
  const servers = useServers()
  if (servers.isPending) return <PageLoading />
  if (servers.isError) return <PageError error={servers.error} onRetry={servers.refetch} />
  return (
    <>
      <PageHeader title="Manage Servers" subtitle="The game servers this portal knows. Changing them is not here yet." />
      <Card title="Servers" aside={servers.data.length} link={<LiveIndicator />}>
        {servers.data.length === 0 ? <Empty title="No servers yet" /> : <ServerList servers={servers.data} />}
      </Card>
    </>
  )
}
