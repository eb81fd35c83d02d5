import type { RoomSnapshot } from '@tenfour/contract'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { reportError } from '../platform/errors/report.ts'
import { setCalendar, useCalendar } from '../platform/calendar/calendar.ts'
import { setCommunityName, setCommunitySounds, setLook, setMeasures } from '../platform/config/config.ts'
import { setSwitchedOff, useSwitchedOff } from '../platform/features/features.ts'
import { queryClient } from '../platform/query/query-client.ts'
import { subscribe } from '../platform/realtime/realtime.ts'

function take({ switchedOff, calendar, communityName, look, sounds, measures }: RoomSnapshot<'features'>): void {
  setSwitchedOff(switchedOff)
  setCalendar(calendar)
  setCommunityName(communityName)
  setLook(look)
  setCommunitySounds(sounds)
  setMeasures(measures)
}

/**
 * Follows which features are switched off, and reruns the guards: the page that is open may be one of them. Follows the community's calendar too:
 * with another time zone, whatever is by days is fetched again. So do the community's name, look, sounds and measures.
 */
export function useLiveFeatures(): void {
  useEffect(
    () =>
      subscribe(
        'features',
        {},
        {
          onSnapshot: take,
          onDelta: ({ payload }) => take(payload),
        },
      ),
    [],
  )
  const router = useRouter()
  const switchedOff = useSwitchedOff()
  const previous = useRef(switchedOff)
  useEffect(() => {
    if (previous.current !== switchedOff) router.invalidate().catch(reportError)
    previous.current = switchedOff
  }, [switchedOff, router])
  const calendar = useCalendar()
  const calendarBefore = useRef(calendar)
  useEffect(() => {
    if (calendarBefore.current !== calendar) queryClient.invalidateQueries().catch(reportError)
    calendarBefore.current = calendar
  }, [calendar])
}
