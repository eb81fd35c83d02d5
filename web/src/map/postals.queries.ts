import { getServerMap, listPostals, type Postal } from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../platform/api/client.ts'

export const serverMapQuery = (serverId: number) =>
  queryOptions({
    queryKey: ['server-map', serverId],
    queryFn: ({ signal }) => call(getServerMap, { params: { serverId }, quiet: true, signal }),
    staleTime: 60_000,
    meta: { handled: true },
  })

const postalsQuery = (serverId: number, version: number) =>
  queryOptions({
    queryKey: ['postals', serverId, version],
    queryFn: ({ signal }) => call(listPostals, { params: { serverId }, quiet: true, signal }),
    staleTime: Infinity,
    meta: { handled: true },
  })

const NO_POSTALS: readonly Postal[] = []

/** The postals of a server; empty until loaded, or if it has none. */
export function usePostals(serverId: number): readonly Postal[] {
  const { data: map } = useQuery(serverMapQuery(serverId))
  const { data: postals } = useQuery({ ...postalsQuery(serverId, map?.version ?? 0), enabled: (map?.postals ?? 0) > 0 })
  return postals ?? NO_POSTALS
}

const REACH = 400

/** The code of the nearest postal; empty if none is near. */
export function nearestPostal(postals: readonly Postal[], x: number, y: number): string {
  let best = ''
  let nearest = REACH
  for (const postal of postals) {
    const distance = Math.hypot(postal.x - x, postal.y - y)
    if (distance < nearest) [best, nearest] = [postal.code, distance]
  }
  return best
}
