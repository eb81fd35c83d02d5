import { getDiscordLink, getMemberDiscordLink } from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'

export const linkQuery = queryOptions({
  queryKey: ['discord', 'link'],
  queryFn: ({ signal }) => call(getDiscordLink, { quiet: true, signal }),
  // Linking with a code may have happened in another tab.
  refetchOnWindowFocus: true,
  meta: { handled: true },
})

export const memberLinkQuery = (userId: number) =>
  queryOptions({
    queryKey: ['discord', 'link', userId],
    queryFn: ({ signal }) => call(getMemberDiscordLink, { params: { userId }, quiet: true, signal }),
    meta: { handled: true },
  })

export const refreshLink = (): Promise<void> => queryClient.invalidateQueries({ queryKey: linkQuery.queryKey })
