import { useEffect } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import { refreshVotes } from './votes.queries.ts'

/** Loads votes again as ballots are cast: the portal tells of them together, at most every few seconds. */
export function useLiveVotes(follow: typeof subscribe = subscribe): void {
  useEffect(
    () =>
      follow(
        'discord',
        {},
        {
          onSnapshot: (_discord, { seq, known }) => void (known !== seq && refreshVotes().catch(reportError)),
          onDelta: ({ event }) => {
            if (event === 'votes.changed') refreshVotes().catch(reportError)
          },
        },
      ),
    [follow],
  )
}
