import { UNIT_CLASS, type CurrentUser, type UnitClass } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { lazyComponent } from '../platform/load/lazy-component.tsx'
import { NOTICE } from '../platform/load/shapes.tsx'
import { prepareToasts } from '../platform/notify/notify.ts'
import { whenIdle } from '../platform/load/ahead.ts'
import { settle, useIsSettled } from '../platform/load/settled.ts'
import { currentUserQuery } from '../platform/session/session.ts'
import { SignedInUser } from '../platform/session/useSignedInUser.ts'
import { AlertPlace } from '../platform/view/AlertPlace.tsx'
import { useIsPortalBarWanted, viewOf } from '../platform/view/view.ts'
import { LazyNavBar } from './LazyNavBar.tsx'
import { navKey } from './nav.ts'
import classes from './Shell.module.css'
import { prepareLogin } from './outer-routes.ts'
import { InShell } from './lazy-page.tsx'
import { useLiveFeatures } from './useLiveFeatures.ts'
import { useLiveUser } from './useLiveUser.ts'

// Needed only by users who are on duty or may ping those who are, once the page is drawn.
const DeskHost = lazyComponent(async () => (await import('../features/dispatch/desk/DeskHost.tsx')).DeskHost, {
  what: 'Alerts',
  shape: NOTICE,
})

const RecordsHost = lazyComponent(async () => (await import('./RecordsHost.tsx')).RecordsHost, { what: 'BOLOs', shape: NOTICE })
const RECORD_CLASSES: readonly UnitClass[] = [UNIT_CLASS.Leo, UNIT_CLASS.Comms, UNIT_CLASS.Fire]

const PREPARE_AFTER_MS = 2000

/** The navigation bar and the page below it, for signed-in users. */
export function Shell() {
  const user = useLastKnownUser()
  const view = useRouterState({ select: (state) => viewOf((state.resolvedLocation ?? state.location).pathname), structuralSharing: true })
  const hasCadTheme = view.isCad || view.isDesktop
  const hasBar = useIsPortalBarWanted() || !view.isCad || !view.isDesktop
  useLiveUser(user)
  useLiveFeatures()
  useEffect(() => {
    // After the page itself, because nothing is waiting for them yet.
    const timer = setTimeout(() => {
      prepareToasts()
      void prepareLogin()
    }, PREPARE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const isSettled = useIsSettled()
  useEffect(() => {
    // The desktop says when it is drawn.
    if (!view.isDesktop) void whenIdle(PREPARE_AFTER_MS).then(settle)
  }, [view.isDesktop])
  if (!user) return null
  const hasRecords = user.duty && RECORD_CLASSES.includes(user.duty.unitClass) && isSettled
  // The desktop has a place for them below its own bar.
  const hasAlerts = user.duty !== null && hasBar
  return (
    <SignedInUser value={user}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {/* The desktop has a bar of its own. */}
      {hasBar && (
        <div className={classes.top}>
          <LazyNavBar key={navKey(user)} user={user} hasCadTheme={hasCadTheme} />
          {hasAlerts && <AlertPlace />}
        </div>
      )}
      {(user.duty || view.isCad) && isSettled && <DeskHost />}
      {hasRecords && <RecordsHost />}
      <main
        id="main"
        className={classes.main}
        data-desktop={view.isDesktop || undefined}
        data-whole={!hasBar || undefined}
        data-alerts={hasAlerts || undefined}
        tabIndex={-1}
      >
        <InShell value>
          <Outlet />
        </InShell>
      </main>
    </SignedInUser>
  )
}

/** Keeps the last user after the session has ended, so that the page does not break behind the alert that says so. */
function useLastKnownUser(): CurrentUser | null {
  const { data } = useQuery({ ...currentUserQuery, enabled: false })
  const [last, setLast] = useState<CurrentUser | null>(data ?? null)
  if (data && data !== last) setLast(data)
  return data ?? last
}
