import {
  checkDiscord,
  getDiscord,
  getDiscordConnection,
  getDiscordGuild,
  listDiscordErrands,
  type DiscordConnection,
  type DiscordErrand,
  type PageOf,
  type QueryOf,
  type ResponseOf,
  type RoomSnapshot,
} from '@tenfour/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { guildAfter, overviewAfter, type DiscordNews } from './discord-changes.ts'
import { useEffect, useEffectEvent } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'

const DISCORD = ['discord'] as const
const GUILDS = [...DISCORD, 'guild'] as const
const ERRANDS = [...DISCORD, 'errands'] as const

/** As the room has it, while the page is in it: what is loaded meanwhile may be older. */
let live: RoomSnapshot<'discord'> | undefined
/** How many changes of each Discord server the room has told so far. */
const changes = new Map<string, number>()

/** Reads again what was answered while a change was told: the answer may be older than the change. */
async function readUnchanged<T>(guildId: string, read: () => Promise<T>): Promise<T> {
  const before = changes.get(guildId)
  const answer = await read()
  return before === changes.get(guildId) ? answer : readUnchanged(guildId, read)
}

/** The bot, the Discord servers it is in and what waits. The room keeps it current. */
export const discordQuery = queryOptions({
  queryKey: [...DISCORD, 'overview'],
  queryFn: async ({ signal }) => ({ ...(await call(getDiscord, { quiet: true, signal })), ...live }),
  staleTime: 0,
  meta: { handled: true },
})

export const guildQuery = (guildId: string) =>
  queryOptions({
    queryKey: [...GUILDS, guildId],
    queryFn: ({ signal }) => readUnchanged(guildId, () => call(getDiscordGuild, { params: { guildId }, quiet: true, signal })),
    staleTime: 0,
    meta: { handled: true },
  })

export const connectionQuery = queryOptions({
  queryKey: [...DISCORD, 'connection'],
  queryFn: ({ signal }) => call(getDiscordConnection, { quiet: true, signal }),
  staleTime: 0,
  meta: { handled: true },
})

/** Asked for by a press alone: each check is several calls to Discord. */
export const runChecks = (): Promise<ResponseOf<typeof checkDiscord>> => call(checkDiscord, { body: {} })

export type ErrandFilter = QueryOf<typeof listDiscordErrands>
export const errandsQuery = (filter: ErrandFilter) =>
  queryOptions({
    queryKey: [...ERRANDS, filter],
    queryFn: ({ signal }) => call(listDiscordErrands, { query: filter, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { handled: true },
  })

const driftListeners = new Set<() => void>()
/** Called when the report of drift or of mappings has to be read anew, until the returned function is called. */
export function onDriftChanged(listener: () => void): () => void {
  driftListeners.add(listener)
  return () => void driftListeners.delete(listener)
}

/** Puts news from the room into the loaded data; loads nothing for it. */
export function keepNews(news: DiscordNews): void {
  if (news.event === 'drift.changed' || news.event === 'mappings.changed') return driftListeners.forEach((listener) => listener())
  live &&= overviewAfter({ isSetUp: true, ...live }, news)
  queryClient.setQueryData(discordQuery.queryKey, (known) => known && overviewAfter(known, news))
  if (!('guildId' in news.payload)) return
  const { guildId } = news.payload
  changes.set(guildId, (changes.get(guildId) ?? 0) + 1)
  queryClient.setQueryData(guildQuery(guildId).queryKey, (known) => known && guildAfter(known, news))
}

function keepSnapshot(snapshot: RoomSnapshot<'discord'>): void {
  live = snapshot
  driftListeners.forEach((listener) => listener())
  queryClient.setQueryData(discordQuery.queryKey, (known) => known && { ...known, ...snapshot })
}
const forgetSnapshot = (): void => void (live = undefined)

export const refreshGuilds = (): Promise<void> => queryClient.invalidateQueries({ queryKey: GUILDS })
export const refreshDiscord = (): Promise<void> => queryClient.invalidateQueries({ queryKey: discordQuery.queryKey })
export const refreshConnection = (): Promise<void> => queryClient.invalidateQueries({ queryKey: connectionQuery.queryKey })
export const refreshErrands = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ERRANDS })

export const keepConnection = (connection: DiscordConnection): void => void queryClient.setQueryData(connectionQuery.queryKey, connection)

/** In place, so that nothing moves under the pointer. */
export const keepErrand = (errand: DiscordErrand): void =>
  void queryClient.setQueriesData<PageOf<DiscordErrand>>(
    { queryKey: ERRANDS },
    (page) => page && { ...page, items: page.items.map((each) => (each.errandId === errand.errandId ? errand : each)) },
  )

/** Calls back with each event of Discord's room, and where some may have been missed. */
export function useDiscordNews(onMissed: () => Promise<unknown>, onNews: (news: DiscordNews) => Promise<unknown> | false): void {
  const miss = useEffectEvent(() => void onMissed().catch(reportError))
  const take = useEffectEvent((news: DiscordNews) => void (onNews(news) || Promise.resolve()).catch(reportError))
  useEffect(
    () =>
      subscribe('discord', {}, { onSnapshot: (_discord, { seq, known }) => void (known !== seq && miss()), onDelta: (news) => take(news) }),
    [],
  )
}

/** The bot, the Discord servers it is in and what waits, updated live; and so are the channels and roles that are loaded. */
export function useDiscord(follow: typeof subscribe = subscribe) {
  useEffect(() => {
    const leave = follow(
      'discord',
      {},
      {
        onSnapshot: (snapshot, { seq, known }) => {
          keepSnapshot(snapshot)
          // The snapshot has no channels and roles.
          if (known !== seq) refreshGuilds().catch(reportError)
        },
        onDelta: keepNews,
      },
    )
    return () => {
      leave()
      forgetSnapshot()
    }
  }, [follow])
  return useQuery(discordQuery)
}
