import type { OpenPatrol } from '@tenfour/contract'
import { useEffect, useState } from 'react'
import { reportError } from '../../../../platform/errors/report.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { subscribe } from '../../../../platform/realtime/realtime.ts'
import { refreshPatrol, refreshPatrols, createRefresher } from '../patrols.queries.ts'
import { followOwnPatrol } from './follow-own-patrol.ts'

/** One action often causes several changes: one patrol ends, the next begins. */
const REFRESH_MS = 200

/** The member's patrol under way, live: undefined until known, null for none. Totals and lists are refetched when it changes. */
export function useOwnPatrol(userId: number): OpenPatrol | null | undefined {
  const [open, setOpen] = useState<OpenPatrol | null>()
  useEffect(() => {
    const all = createRefresher(refreshOwn, REFRESH_MS)
    const leave = subscribe(
      'own-patrols',
      { userId },
      followOwnPatrol({
        onOpen: setOpen,
        refreshPatrol: (patrolId) => void refreshPatrol(patrolId).catch(reportError),
        refreshAll: all.soon,
      }),
    )
    return () => {
      leave()
      all.stop()
    }
  }, [userId])
  return open
}

const refreshOwn = () => Promise.all([refreshPatrols(), queryClient.invalidateQueries({ queryKey: ['leaves'] })])
