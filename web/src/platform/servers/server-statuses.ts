import { listServerStatuses } from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { namedNow } from './server-names.ts'
import { useServers } from './servers.ts'

export { activityText } from './server-names.ts'

const statusesQuery = (serverIds: string) =>
  queryOptions({
    // A server that is added or retired is another list.
    queryKey: ['server-statuses', serverIds],
    queryFn: ({ signal }) => call(listServerStatuses, { quiet: true, signal }),
    placeholderData: (known) => known,
    meta: { handled: true },
  })

/** Names, players, units and calls follow through their room. */
export function useServerStatuses() {
  const { data: servers } = useServers()
  const { data, isError, error, refetch } = useQuery(statusesQuery((servers ?? []).map(({ serverId }) => serverId).join(',')))
  return { data: data && namedNow(data, servers), isError, error, refetch }
}
