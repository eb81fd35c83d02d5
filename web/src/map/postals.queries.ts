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

/** True only once it is known that the server has no list. */
export const useLacksPostals = (serverId: number): boolean => useQuery(serverMapQuery(serverId)).data?.postals === 0

export const NO_POSTAL_LIST = 'No postal list installed. An admin can upload one in Manage Servers.'

/** A text that ends with a number, as 'Forum Dr 9104' does: that is where a postal stands. */
export const endsLikePostal = (text: string): boolean => /(?:^|[\s,#(])[a-z]{0,2}\d{2,5}[a-z]?\)?\s*$/iu.test(text)

/** 'postal 5041' and 'p 5041' are 5041. */
export const postalTyped = (text: string): string => text.trim().replace(/^(?:postal|p)\.?\s+/iu, '')

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
