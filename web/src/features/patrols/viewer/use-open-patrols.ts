import { accessSubject, isAllowed, staff, type CurrentUser, type OpenPatrol } from '@tenfour/contract'
import { useEffect, useMemo, useState } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import { heldDepartments } from '../../../platform/session/held-departments.ts'
import { applyDelta, listOpen, openPatrolsOf, type OpenPatrols } from './open-patrols.ts'
import { refreshPatrols } from './viewer.queries.ts'

/** The room of everyone's patrols. */
const EVERYONE = 0
/** Totals follow what happens at this pace at most. */
const REFRESH_MS = 5000

/** The rooms the user may follow: one for all departments, or those of their own. */
const viewerRooms = (user: CurrentUser): readonly number[] =>
  isAllowed(staff, accessSubject(user)) ? [EVERYONE] : heldDepartments(user, 'seePatrols').map(({ departmentId }) => departmentId)

/** Who is on patrol now; undefined until it is known. Totals and lists are refetched as patrols end and reviews change. */
export function useOpenPatrols(user: CurrentUser, departmentId: number | undefined): readonly OpenPatrol[] | undefined {
  const ids = viewerRooms(user).join()
  const [rooms, setRooms] = useState<ReadonlyMap<string, OpenPatrols>>(new Map())
  useEffect(() => {
    const change = (room: string, next: (open: OpenPatrols) => OpenPatrols) =>
      setRooms((before) => new Map(before).set(room, next(before.get(room) ?? new Map())))
    let timer: ReturnType<typeof setTimeout> | undefined
    const refreshSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        refreshPatrols().catch(reportError)
      }, REFRESH_MS)
    }
    const leave = ids
      .split(',')
      .filter(Boolean)
      .map((room) =>
        subscribe(
          'patrols',
          { departmentId: Number(room) },
          {
            onSnapshot: ({ open }) => change(room, () => openPatrolsOf(open)),
            onDelta: (delta) => {
              if (delta.event === 'review.changed') refreshPatrols().catch(reportError)
              else {
                change(room, (open) => applyDelta(open, delta))
                if (delta.event === 'patrol.left') refreshSoon()
              }
            },
          },
        ),
      )
    return () => {
      clearTimeout(timer)
      leave.forEach((each) => each())
      setRooms(new Map())
    }
  }, [ids])
  return useMemo(() => (rooms.size === 0 ? undefined : listOpen(rooms.values(), departmentId)), [rooms, departmentId])
}
