import { useEffect } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import { refreshLists, refreshSupport, refreshTicket } from './support.queries.ts'

/** Loads what changed: the lists, and the ticket that is open if it is among those. */
export function useLiveTickets(follow: typeof subscribe = subscribe): void {
  useEffect(
    () =>
      follow(
        'discord',
        {},
        {
          onSnapshot: (_discord, { seq, known }) => void (known !== seq && refreshSupport().catch(reportError)),
          onDelta: ({ event, payload }) => {
            if (event !== 'tickets.changed') return
            Promise.all([refreshLists(), ...payload.ticketIds.map(refreshTicket)]).catch(reportError)
          },
        },
      ),
    [follow],
  )
}
