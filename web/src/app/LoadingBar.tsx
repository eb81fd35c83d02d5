import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useOpenAlert } from '../platform/alert/alert.ts'
import { inFlight } from '../platform/api/in-flight.ts'
import { createLoadingBar } from '../platform/loading/loading-bar.ts'
import { viewOf } from '../platform/view/view.ts'
import classes from './LoadingBar.module.css'

/** A thin line at the top while requests are running; never over the desktop or the live map. */
export function LoadingBar() {
  const calls = useSyncExternalStore(inFlight.subscribe, inFlight.count)
  const isRouteLoading = useRouterState({ select: (state) => state.isLoading })
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const isWaitingForReader = useOpenAlert() !== undefined
  const [isVisible, setVisible] = useState(false)
  const [bar] = useState(() => createLoadingBar(setVisible))

  useEffect(() => bar.setBusy((calls > 0 || isRouteLoading) && !isWaitingForReader), [bar, calls, isRouteLoading, isWaitingForReader])
  useEffect(() => bar.stop, [bar])

  if (!isVisible || viewOf(pathname).isDesktop) return null
  return (
    <output>
      <progress className={classes.bar} aria-label="Loading" />
    </output>
  )
}
