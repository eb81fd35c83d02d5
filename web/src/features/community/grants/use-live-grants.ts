import { useEffect } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import { refreshGrants } from './grants.queries.ts'

/** For staff: loads grants again as they change. */
export function useLiveGrants(follow: typeof subscribe = subscribe): void {
  useEffect(
    () =>
      follow(
        'discord',
        {},
        {
          onSnapshot: (_discord, { seq, known }) => void (known !== seq && refreshGrants().catch(reportError)),
          onDelta: ({ event }) => {
            if (event === 'grants.changed') refreshGrants().catch(reportError)
          },
        },
      ),
    [follow],
  )
}
