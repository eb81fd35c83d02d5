import { listServers, type Server, type ServerActivity, type ServerLive } from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/client.ts'
import { queryClient } from '../query/query-client.ts'
import { subscribe } from '../realtime/realtime.ts'

/** The status fields come from the live room. */
export type KnownServer = Server & Partial<ServerLive & ServerActivity>

/** The list with this server added or replaced; a newer version already in it is kept. */
export function withServer(servers: readonly KnownServer[], server: Server): KnownServer[] {
  const known = servers.find((each) => each.serverId === server.serverId)
  if (!known) return [...servers, server]
  return servers.map((each) => (each === known && server.version >= known.version ? { ...known, ...server } : each))
}

export const withoutServer = (servers: readonly KnownServer[], serverId: number): KnownServer[] =>
  servers.filter((each) => each.serverId !== serverId)

export const withLive = (servers: readonly KnownServer[], live: (ServerLive | ServerActivity) & Pick<Server, 'serverId'>): KnownServer[] =>
  servers.map((each) => (each.serverId === live.serverId ? { ...each, ...live } : each))

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
