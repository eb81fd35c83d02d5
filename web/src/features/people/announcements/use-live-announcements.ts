import type { Announcement } from '@tenfour/contract'
import { useEffect } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { log } from '../../../platform/log/log.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { announcementsQuery, refreshAnnouncements } from './announcements.queries.ts'
import { EVERYBODY, isNews } from './news.ts'

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
