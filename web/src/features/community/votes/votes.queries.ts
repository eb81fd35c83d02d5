import { listBallots, listOpenVotes, listVotes, listVotingChannels, type QueryOf } from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'

const VOTES = ['votes'] as const
const BALLOTS_PAGE_SIZE = 50

type VoteFilter = QueryOf<typeof listVotes>
export const votesQuery = (filter: VoteFilter) =>
  queryOptions({
    queryKey: [...VOTES, 'list', filter],
    queryFn: ({ signal }) => call(listVotes, { query: filter, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { handled: true },
  })

export const ballotsQuery = (voteId: number, page: number) =>
  queryOptions({
    queryKey: [...VOTES, 'ballots', voteId, page],
    queryFn: ({ signal }) => call(listBallots, { params: { voteId }, query: { page, pageSize: BALLOTS_PAGE_SIZE }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { handled: true },
  })

export const votingChannelsQuery = queryOptions({
  queryKey: [...VOTES, 'channels'],
  queryFn: ({ signal }) => call(listVotingChannels, { quiet: true, signal }),
  staleTime: 0,
  meta: { handled: true },
})

export const openVotesQuery = queryOptions({
  queryKey: [...VOTES, 'open'],
  queryFn: ({ signal }) => call(listOpenVotes, { quiet: true, signal }),
  refetchOnWindowFocus: true,
  meta: { handled: true },
})

export const refreshVotes = (): Promise<void> => queryClient.invalidateQueries({ queryKey: VOTES })
