import { listServers } from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/client.ts'
import { queryClient } from '../query/query-client.ts'
import { subscribe } from '../realtime/realtime.ts'
import { withLive, withoutServer, withServer, type KnownServer } from './server-list.ts'

const serversQuery = queryOptions({
  queryKey: ['servers'],
  queryFn: (): Promise<KnownServer[]> => call(listServers, { quiet: true }),
  staleTime: Infinity,
  meta: { handled: true },
})

const change = (to: (servers: KnownServer[]) => KnownServer[]): void =>
  void queryClient.setQueryData(serversQuery.queryKey, (servers) => servers && to(servers))

/** The game servers, updated live. */
export function useServers({ enabled = true }: { enabled?: boolean } = {}) {
  useEffect(() => {
    if (!enabled) return
    return subscribe(
      'servers',
      {},
      {
        onSnapshot: (servers) => void queryClient.setQueryData(serversQuery.queryKey, servers),
        onDelta: (delta) =>
          change((servers) => {
            if (delta.event === 'server.saved') return withServer(servers, delta.payload)
            if (delta.event === 'server.retired') return withoutServer(servers, delta.payload.serverId)
            return withLive(servers, delta.payload)
          }),
      },
    )
  }, [enabled])
  return useQuery({ ...serversQuery, enabled })
}
