import type { OpenPatrol } from '@tenfour/contract'
import { useEffect, useState } from 'react'
import { reportError } from '../../../../platform/errors/report.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { subscribe } from '../../../../platform/realtime/realtime.ts'
import { refreshPatrol, refreshPatrols, createRefresher } from '../patrols.queries.ts'
import { hasMissed, type RoomHandlers } from '../../../../platform/realtime/rooms.ts'

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

type Deps = {
  readonly onOpen: (open: OpenPatrol | null) => void
  /** The patrol under way goes on: only its own timeline has changed. */
  readonly refreshPatrol: (patrolId: number) => void
  /** A patrol began or ended, or something else about the member's patrols or leave changed. */
  readonly refreshAll: () => void
}

/** Follows the member's patrol under way, and refetches only what may have changed with it. */
export function followOwnPatrol({ onOpen, refreshPatrol, refreshAll }: Deps): RoomHandlers<'own-patrols'> {
  let open: OpenPatrol | null | undefined
  /** The end of the last patrol is sent again with each change of the member. */
  let left: number | undefined
  const show = (next: OpenPatrol | null) => {
    open = next
    onOpen(next)
  }
  const leave = (patrolId: number) => {
    const isOpen = open?.patrolId === patrolId
    if (isOpen) show(null)
    if (isOpen || left !== patrolId) refreshAll()
    left = patrolId
  }
  return {
    onSnapshot: (snapshot, position) => {
      if (hasMissed(position)) refreshAll()
      show(snapshot.open)
    },
    onDelta: (delta) => {
      if (delta.event === 'patrol.left') leave(delta.payload.patrolId)
      else if (delta.event === 'patrol.saved') {
        const isSame = open?.patrolId === delta.payload.patrolId
        show(delta.payload)
        if (isSame) refreshPatrol(delta.payload.patrolId)
        else refreshAll()
      } else refreshAll()
    },
  }
}
