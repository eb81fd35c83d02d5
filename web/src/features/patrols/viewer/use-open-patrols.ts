import { accessSubject, isAllowed, staff, type CurrentUser, type OpenPatrol } from '@tenfour/contract'
import { useEffect, useMemo, useState } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import { heldDepartments } from '../../../platform/session/held-departments.ts'
import { createRefresher, refreshPatrols } from '../patrols/patrols.queries.port.ts'
import { followRoom, listOpen, type OpenPatrols } from './open-patrols.ts'

/** The room of everyone's patrols. */
const EVERYONE = 0
/** Totals are refetched at most this often. */
const REFRESH_MS = 5000

/** The rooms the user may follow: one for all departments, or those of their own. */
const viewerRooms = (user: CurrentUser): readonly number[] =>
  isAllowed(staff, accessSubject(user)) ? [EVERYONE] : heldDepartments(user, 'seePatrols').map(({ departmentId }) => departmentId)

/** Who is on patrol now; undefined until it is known. Totals and lists are refetched as patrols end and reviews change. */
export function useOpenPatrols(user: CurrentUser, departmentId: number | undefined): readonly OpenPatrol[] | undefined {
  const ids = viewerRooms(user).join()
  const [rooms, setRooms] = useState<ReadonlyMap<string, OpenPatrols>>(new Map())
  useEffect(() => {
    const totals = createRefresher(refreshPatrols, REFRESH_MS)
    const refresh = () => void refreshPatrols().catch(reportError)
    const leave = ids
      .split(',')
      .filter(Boolean)
      .map((room) =>
        subscribe(
          'patrols',
          { departmentId: Number(room) },
          followRoom({ onChange: (open) => setRooms((before) => new Map(before).set(room, open)), refresh, refreshSoon: totals.soon }),
        ),
      )
    return () => {
      totals.stop()
      leave.forEach((each) => each())
      setRooms(new Map())
    }
  }, [ids])
  return useMemo(() => (rooms.size === 0 ? undefined : listOpen(rooms.values(), departmentId)), [rooms, departmentId])
}
