import {
  changeDiscordText,
  deleteDiscordText,
  getDiscordLogEvents,
  getDiscordPreferences,
  getPatrolNotices,
  listDiscordTexts,
  sendAnnouncementAgain,
  sendDiscordText,
  sendPatrolNotice,
  setDiscordLogEvents,
  setDiscordPreferences,
  type DeletedAnnouncement,
  type DiscordLogChoice,
  type DiscordLogGroup,
  type DiscordPreferences,
  type DiscordText,
  type PatrolNoticeInput,
} from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'

const POSTS = ['discord-posts'] as const

/** Messages written on the portal, and the channels they can go to. */
export const textsQuery = queryOptions({
  queryKey: [...POSTS, 'texts'],
  queryFn: ({ signal }) => call(listDiscordTexts, { quiet: true, signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
  meta: { handled: true },
})
export const refreshTexts = (): Promise<void> => queryClient.invalidateQueries({ queryKey: textsQuery.queryKey })
export const sendText = (channelId: string, text: string) => call(sendDiscordText, { body: { channelId, text }, quiet: true })
export const changeText = ({ textId, version }: DiscordText, text: string) =>
  call(changeDiscordText, { params: { textId }, body: { text, version }, quiet: true })
export const sendAnnouncement = ({ announcementId, channelId }: DeletedAnnouncement) =>
  call(sendAnnouncementAgain, { params: { announcementId }, body: { channelId } })
export const deleteText = ({ textId, version }: DiscordText) => call(deleteDiscordText, { params: { textId }, query: { version } })

export const logEventsQuery = queryOptions({
  queryKey: [...POSTS, 'log-events'],
  queryFn: ({ signal }) => call(getDiscordLogEvents, { quiet: true, signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
  meta: { handled: true },
})
export const refreshLogEvents = (): Promise<void> => queryClient.invalidateQueries({ queryKey: logEventsQuery.queryKey })
export async function saveLogEvents(groups: DiscordLogGroup[], version: number): Promise<DiscordLogChoice> {
  const saved = await call(setDiscordLogEvents, { body: { groups, version }, quiet: true })
  queryClient.setQueryData(logEventsQuery.queryKey, saved)
  return saved
}

export const patrolNoticesQuery = queryOptions({
  queryKey: [...POSTS, 'patrol-notices'],
  queryFn: ({ signal }) => call(getPatrolNotices, { quiet: true, signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
  meta: { handled: true },
})
export const refreshPatrolNotices = (): Promise<void> => queryClient.invalidateQueries({ queryKey: patrolNoticesQuery.queryKey })
export async function sendNotice(input: PatrolNoticeInput): Promise<void> {
  queryClient.setQueryData(patrolNoticesQuery.queryKey, await call(sendPatrolNotice, { body: input, quiet: true }))
}

export const preferencesQuery = queryOptions({
  queryKey: [...POSTS, 'preferences'],
  queryFn: ({ signal }) => call(getDiscordPreferences, { quiet: true, signal }),
  staleTime: 0,
  meta: { handled: true },
})
export async function savePreferences(body: DiscordPreferences): Promise<void> {
  const saved = await call(setDiscordPreferences, { body, quiet: true })
  queryClient.setQueryData(preferencesQuery.queryKey, saved)
}
