import { listAllAnnouncements, listAnnouncements, type Announcement } from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'

/** The member's announcements. Refetched on window focus, because expiry sends no event. */
export const announcementsQuery = queryOptions({
  queryKey: ['announcements', 'mine'],
  queryFn: ({ signal }) => call(listAnnouncements, { quiet: true, signal }),
  refetchOnWindowFocus: true,
  meta: { handled: true },
})

export const allAnnouncementsQuery = (page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['announcements', 'all', { page, pageSize }],
    queryFn: ({ signal }) => call(listAllAnnouncements, { query: { page, pageSize }, signal }),
    placeholderData: keepPreviousData,
    meta: { handled: true },
  })

export const refreshAnnouncements = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['announcements'] })

export const forgetAnnouncement = (announcementId: number): void =>
  void queryClient.setQueryData(announcementsQuery.queryKey, (known: Announcement[] | undefined) =>
    known?.filter((each) => each.announcementId !== announcementId),
  )
