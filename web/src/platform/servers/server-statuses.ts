import { listServerStatuses, type ManagedServer, type ServerStatus } from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/client.ts'
import { reportError } from '../errors/report.ts'
import { useServers, type KnownServer } from './servers.ts'

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

/** The statuses with current names and live values; servers retired meanwhile are left out. */
export function withCurrentServers(statuses: readonly ServerStatus[], servers: readonly KnownServer[] | undefined): ServerStatus[] {
  if (!servers) return [...statuses]
  return statuses.flatMap((status) => {
    const server = servers.find(({ serverId }) => serverId === status.serverId)
    if (!server) return []
    const { version: _version, ...known } = server
    return [{ ...status, ...known }]
  })
}

/** Servers added since, whose status is unknown; empty until both lists have loaded. */
export const unknownServers = (
  statuses: readonly Pick<ServerStatus, 'serverId'>[] | undefined,
  servers: readonly Pick<KnownServer, 'serverId'>[] | undefined,
): readonly number[] => {
  const known = new Set(statuses?.map(({ serverId }) => serverId))
  return statuses && servers ? servers.map(({ serverId }) => serverId).filter((serverId) => !known.has(serverId)) : []
}

/** '17 units on duty, 9 calls'. */
export const activityText = ({ unitsOnDuty, activeCalls }: Pick<ServerStatus, 'unitsOnDuty' | 'activeCalls'>): string =>
  `${counted(unitsOnDuty, 'unit')} on duty, ${counted(activeCalls, 'call')}`

const counted = (count: number, noun: string): string => `${count === 0 ? 'no' : count} ${count === 1 ? noun : `${noun}s`}`

export const environmentWord = ({ environment }: Pick<ManagedServer, 'environment'>): string =>
  environment === 'dev' ? 'Development' : 'Production'
