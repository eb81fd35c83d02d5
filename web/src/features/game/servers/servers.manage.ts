import {
  getPlayerHistory,
  getServerRecords,
  issueServerKey,
  listManagedServers,
  listServerKeys,
  restoreServer,
  retireServer,
  revokeServerKey,
  rotateServerKey,
  saveServer,
  saveServerRecords,
  type BodyOf,
  type HistoryRange,
  type ManagedServer,
  type ServerInput,
  type ServerKeyInput,
} from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { useServers } from '../../../platform/servers/servers.ts'
import { withLiveStatus } from './managed-servers.ts'

const MANAGED = 'managed-servers'

const managedQuery = (known: string) =>
  queryOptions({
    // Refetched when a server is added, changed or retired, or goes on- or offline: its bridge may have changed.
    queryKey: [MANAGED, known],
    queryFn: ({ signal }) => call(listManagedServers, { quiet: true, signal }),
    placeholderData: (before) => before,
    meta: { handled: true },
  })

/** Every server as administrators see it; status, players, units and calls are live. */
export function useManagedServers() {
  const { data: known } = useServers()
  const managed = useQuery(
    managedQuery((known ?? []).map(({ serverId, version, isOnline }) => `${serverId}:${version}:${isOnline}`).join()),
  )
  return { ...managed, data: managed.data && withLiveStatus(managed.data, known) }
}

const refresh = () => {
  for (const queryKey of [[MANAGED], ['server-keys'], ['audit']]) void queryClient.invalidateQueries({ queryKey })
}
const done = <T>(work: Promise<T>): Promise<T> => work.finally(refresh)

export const keepServer = (body: ServerInput) => done(call(saveServer, { body }))

export const setServerRetired = ({ serverId, version }: ManagedServer, isRetired: boolean) =>
  done(call(isRetired ? retireServer : restoreServer, { params: { serverId }, body: { version } }))

/** Read again when the server has another version. */
export const serverRecordsQuery = (serverId: number, version: number) =>
  queryOptions({
    queryKey: ['server-records', serverId, version],
    queryFn: ({ signal }) => call(getServerRecords, { params: { serverId }, quiet: true, signal }),
    placeholderData: (before) => (before?.serverId === serverId ? before : undefined),
    meta: { handled: true },
  })

export const keepServerRecords = (serverId: number, body: BodyOf<typeof saveServerRecords>) =>
  done(call(saveServerRecords, { params: { serverId }, body }))

export const serverKeysQuery = (serverId: number) =>
  queryOptions({
    queryKey: ['server-keys', serverId],
    queryFn: ({ signal }) => call(listServerKeys, { params: { serverId }, quiet: true, signal }),
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })

export const addKey = (serverId: number, body: ServerKeyInput) => done(call(issueServerKey, { params: { serverId }, body }))
export const replaceKey = (serverId: number, keyId: number, overlapMinutes: number) =>
  done(call(rotateServerKey, { params: { serverId, keyId }, body: { overlapMinutes } }))
export const endKey = (serverId: number, keyId: number) => done(call(revokeServerKey, { params: { serverId, keyId } }))

/** Refetched for every new step that heartbeats begin. */
export const playerHistoryQuery = (serverId: number, range: HistoryRange, step: number) =>
  queryOptions({
    queryKey: ['player-history', serverId, range, step],
    queryFn: ({ signal }) => call(getPlayerHistory, { params: { serverId }, query: { range }, quiet: true, signal }),
    staleTime: 60_000,
    placeholderData: (before, query) => (query?.queryKey[2] === range ? before : undefined),
    meta: { handled: true },
  })
