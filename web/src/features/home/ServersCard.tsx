import { listServerStatuses } from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../platform/api/client.ts'
import { useNow } from '../../platform/display/use-now.ts'
import { LiveIndicator } from '../../platform/realtime/LiveIndicator.tsx'
import { Card } from '../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../ui/CardStates.tsx'
import { useServers } from '../servers/servers.port.ts'
import { ServerStatusList } from './ServerStatusList.tsx'
import { namedNow } from './server-names.ts'

const statusesQuery = (serverIds: string) =>
  queryOptions({
    // A server that is added or retired is another list.
    queryKey: ['server-statuses', serverIds],
    queryFn: ({ signal }) => call(listServerStatuses, { quiet: true, signal }),
    placeholderData: (known) => known,
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })

/** Names follow at once through their room; players, units and calls are asked for again by whoever comes back to the page. */
export function ServersCard() {
  const { data: servers } = useServers()
  const statuses = useQuery(statusesQuery((servers ?? []).map(({ serverId }) => serverId).join(',')))
  const now = useNow()
  return (
    <Card title="Servers" link={<LiveIndicator />}>
      {statuses.data ? (
        statuses.data.length === 0 ? (
          <CardNote>There are no servers yet.</CardNote>
        ) : (
          <ServerStatusList statuses={namedNow(statuses.data, servers)} now={now} />
        )
      ) : statuses.isError ? (
        <CardError what="The servers" onRetry={statuses.refetch} />
      ) : (
        <CardLoading />
      )}
    </Card>
  )
}
