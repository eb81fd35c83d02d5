import type { Announcement } from '@tenfour/contract'
import { useEffect } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { log } from '../../../platform/log/log.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { announcementsQuery, refreshAnnouncements } from './announcements.queries.ts'

/** Refetches when something was announced to everybody or one of these departments: only the portal knows what was dismissed. */
export function useLiveAnnouncements(departmentIds: readonly number[]): void {
  const audience = departmentIds.toSorted((a, b) => a - b).join(',')
  useEffect(() => {
    const refresh = () => void refreshAnnouncements().catch(reportError)
    const rooms = [EVERYBODY, ...audience.split(',').filter(Boolean).map(Number)]
    const compare = async (departmentId: number, announced: readonly Announcement[]) => {
      // Wait for the list if it is still loading.
      const known = await queryClient.query(announcementsQuery)
      if (isNews(known, announced, departmentId, new Date())) refresh()
    }
    const leave = rooms.map((departmentId) =>
      subscribe(
        'announcements',
        { departmentId },
        // The component that shows the list reports its failure.
        { onSnapshot: (announced) => void compare(departmentId, announced).catch(ignore), onDelta: refresh },
      ),
    )
    return () => leave.forEach((each) => each())
  }, [audience])
}

const ignore = (error: unknown) => log.debug('The announcements could not be compared', error)

/** The audience id of announcements to everybody. */
export const EVERYBODY = 0

/**
 * Whether an audience's announcements differ from the member's list, so that the list has to be refetched. A dismissed one is missing from
 * the list and looks new.
 */
export function isNews(known: readonly Announcement[], announced: readonly Announcement[], departmentId: number, now: Date): boolean {
  const own = known.filter(({ department }) => (department?.departmentId ?? EVERYBODY) === departmentId)
  const current = announced.filter(({ expiresAt }) => expiresAt === null || new Date(expiresAt) > now)
  const isSame = (one: Announcement, other: Announcement) => one.announcementId === other.announcementId && one.version === other.version
  return own.length !== current.length || own.some((one) => !current.some((other) => isSame(one, other)))
}
