import { endSimulation, getSimulation, MAX_SIMULATED_UNITS, startSimulation } from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { useServers } from '../../../platform/servers/servers.ts'

const simulationQuery = (known: string) =>
  queryOptions({
    // Fetched again when its server is added, connects, or is gone.
    queryKey: ['simulation', known],
    queryFn: async ({ signal }) => (await call(getSimulation, { quiet: true, signal })).simulation,
    placeholderData: (before) => before,
    meta: { handled: true },
  })

/** The simulated game; null if none is running. */
export function useSimulation() {
  const { data: servers } = useServers()
  return useQuery(simulationQuery((servers ?? []).map(({ serverId, isOnline }) => `${serverId}:${isOnline}`).join()))
}

const refresh = <T>(work: Promise<T>): Promise<T> => work.finally(() => void queryClient.invalidateQueries({ queryKey: ['simulation'] }))

export const playSimulation = () => refresh(call(startSimulation, { body: { units: MAX_SIMULATED_UNITS } }))
export const stopSimulation = () => refresh(call(endSimulation))
