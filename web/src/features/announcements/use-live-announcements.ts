import { useEffect } from 'react'
import { reportError } from '../../platform/errors/report.ts'
import { subscribe } from '../../platform/realtime/realtime.ts'
import { refreshAnnouncements } from './announcements.queries.ts'

/** The audience of what is announced to everybody. */
const EVERYBODY = 0

/** Asks again whenever something is announced to everybody or to one of these departments: only the portal knows what was dismissed. */
export function useLiveAnnouncements(departmentIds: readonly number[]): void {
  const audience = departmentIds.toSorted((a, b) => a - b).join(',')
  useEffect(() => {
    const refresh = () => void refreshAnnouncements().catch(reportError)
    const rooms = [EVERYBODY, ...audience.split(',').filter(Boolean).map(Number)]
    const leave = rooms.map((departmentId) => subscribe('announcements', { departmentId }, { onSnapshot: refresh, onDelta: refresh }))
    return () => leave.forEach((each) => each())
  }, [audience])
}
