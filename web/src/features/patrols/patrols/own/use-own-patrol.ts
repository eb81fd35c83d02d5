import type { OpenPatrol } from '@tenfour/contract'
import { useEffect, useState } from 'react'
import { reportError } from '../../../../platform/errors/report.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { subscribe } from '../../../../platform/realtime/realtime.ts'
import { refreshPatrols } from '../patrols.queries.ts'

/** The member's patrol under way, live: undefined until known, null for none. Everything else about their patrols is read again when it changes. */
export function useOwnPatrol(userId: number): OpenPatrol | null | undefined {
  const [open, setOpen] = useState<OpenPatrol | null>()
  useEffect(() => {
    let isFirst = true
    return subscribe(
      'own-patrols',
      { userId },
      {
        onSnapshot: (snapshot) => {
          setOpen(snapshot.open)
          // After the connection was lost, something may have been missed.
          if (!isFirst) refreshOwn()
          isFirst = false
        },
        onDelta: (delta) => {
          if (delta.event === 'patrol.saved') setOpen(delta.payload)
          if (delta.event === 'patrol.left') setOpen((known) => (known?.patrolId === delta.payload.patrolId ? null : known))
          refreshOwn()
        },
      },
    )
  }, [userId])
  return open
}

function refreshOwn(): void {
  refreshPatrols().catch(reportError)
  queryClient.invalidateQueries({ queryKey: ['leaves'] }).catch(reportError)
}
