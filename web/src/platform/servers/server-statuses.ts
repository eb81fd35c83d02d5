import { listServerStatuses } from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/client.ts'
import { reportError } from '../errors/report.ts'
import { unknownServers, withCurrentServers } from './server-names.ts'
import { useServers } from './servers.ts'

export { activityText } from './server-names.ts'

const statusesQuery = queryOptions({
  queryKey: ['server-statuses'],
  queryFn: ({ signal }) => call(listServerStatuses, { quiet: true, signal }),
  meta: { handled: true },
})

/** Names, players, units and calls are updated through the room; a newly added server triggers a refetch. */
export function useServerStatuses() {
  const { data: servers } = useServers()
  const { data, isError, error, refetch } = useQuery(statusesQuery)
  const unknown = unknownServers(data, servers).join(',')
  useEffect(() => {
    if (unknown) refetch().catch(reportError)
  }, [unknown, refetch])
  return { data: data && withCurrentServers(data, servers), isError, error, refetch }
}
