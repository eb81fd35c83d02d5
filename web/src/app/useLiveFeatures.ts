import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { reportError } from '../platform/errors/report.ts'
import { setSwitchedOff, useSwitchedOff } from '../platform/features/features.ts'
import { subscribe } from '../platform/realtime/realtime.ts'

/** Follows which features are switched off, and reruns the guards: the page that is open may be one of them. */
export function useLiveFeatures(): void {
  useEffect(
    () =>
      subscribe(
        'features',
        {},
        {
          onSnapshot: (now) => setSwitchedOff(now.switchedOff),
          onDelta: ({ payload }) => setSwitchedOff(payload.switchedOff),
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
}
