import {
  closeOwnSupportTicket,
  closeSupportTicket,
  getOwnSupportTicket,
  getSupportTicket,
  listOwnSupportMessages,
  listOwnSupportTickets,
  listSupportMessages,
  listSupportRoles,
  listSupportTickets,
  writeInOwnSupportTicket,
  writeInSupportTicket,
  type QueryOf,
  type SupportRole,
  type SupportTicket,
} from '@tenfour/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'

const SUPPORT = ['support'] as const
const LISTS = [...SUPPORT, 'list'] as const
const OWN_LISTS = [...SUPPORT, 'own-list'] as const
const oneKey = (ticketId: number) => [...SUPPORT, 'one', ticketId] as const

/** Whether one looks at one's own ticket, or staff at any. */
export type Side = 'own' | 'staff'
const ENDPOINTS = {
  staff: { get: getSupportTicket, messages: listSupportMessages, write: writeInSupportTicket, close: closeSupportTicket },
  own: { get: getOwnSupportTicket, messages: listOwnSupportMessages, write: writeInOwnSupportTicket, close: closeOwnSupportTicket },
} as const

/** A member is in no room that tells of tickets, so their page asks every so often. */
const LOOK_MS = 20_000
const followed = (side: Side) => (side === 'own' ? { refetchOnWindowFocus: true, refetchInterval: LOOK_MS } : {})

type TicketFilter = QueryOf<typeof listSupportTickets>
export const ticketsQuery = (filter: TicketFilter) =>
  queryOptions({
    queryKey: [...LISTS, filter],
    queryFn: ({ signal }) => call(listSupportTickets, { query: filter, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { handled: true },
  })

export const ownTicketsQuery = (page: number, pageSize = 25) =>
  queryOptions({
    queryKey: [...OWN_LISTS, page, pageSize],
    queryFn: ({ signal }) => call(listOwnSupportTickets, { query: { page, pageSize }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })

export const ticketQuery = (side: Side, ticketId: number) =>
  queryOptions({
    queryKey: [...oneKey(ticketId), side],
    queryFn: ({ signal }) => call(ENDPOINTS[side].get, { params: { ticketId }, quiet: true, signal }),
    staleTime: 0,
    ...followed(side),
    meta: { handled: true },
  })

/** The newest page first, each with the ones before it. */
export const messagesQuery = (side: Side, ticketId: number) =>
  infiniteQueryOptions({
    queryKey: [...oneKey(ticketId), side, 'messages'],
    queryFn: ({ signal, pageParam }) =>
      call(ENDPOINTS[side].messages, {
        params: { ticketId },
        query: pageParam === undefined ? {} : { before: pageParam },
        quiet: true,
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ items, hasEarlier }) => (hasEarlier ? items[0]?.messageId : undefined),
    staleTime: 0,
    ...followed(side),
    meta: { handled: true },
  })

export const supportRolesQuery = queryOptions({
  queryKey: [...SUPPORT, 'roles'],
  queryFn: ({ signal }) => call(listSupportRoles, { quiet: true, signal }),
  staleTime: 0,
})
export const keepSupportRole = (saved: SupportRole): void =>
  void queryClient.setQueryData(supportRolesQuery.queryKey, (known = []) =>
    known.map((each) => (each.guildId === saved.guildId ? saved : each)),
  )

export const writeMessage = (side: Side, ticketId: number, text: string) =>
  call(ENDPOINTS[side].write, { params: { ticketId }, body: { text } })
export const closeTicket = (side: Side, { ticketId, version }: SupportTicket, reason: string) =>
  call(ENDPOINTS[side].close, { params: { ticketId }, body: { reason, version } })

export const keepTicket = (side: Side, ticket: SupportTicket): void =>
  void queryClient.setQueryData(ticketQuery(side, ticket.ticketId).queryKey, ticket)

export const refreshLists = (): Promise<unknown> =>
  Promise.all([LISTS, OWN_LISTS].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
export const refreshTicket = (ticketId: number): Promise<void> => queryClient.invalidateQueries({ queryKey: oneKey(ticketId) })
export const refreshSupport = (): Promise<void> => queryClient.invalidateQueries({ queryKey: SUPPORT })
