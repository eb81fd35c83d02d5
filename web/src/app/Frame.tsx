import { Button, CloseButton, Text } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useOpenAlert, AlertDialog } from '../platform/alert/alert.tsx'
import { inFlight, createLoadingBar } from '../platform/loading/loading-bar.ts'
import { useIsOutdated } from '../platform/build/build.ts'
import { useCommunityName } from '../platform/config/config.ts'
import { reloadPage } from '../platform/leave/leave-questions.ts'
import { Toasts } from '../platform/notify/Toasts.tsx'
import { applyTabletMode } from '../platform/tablet/tablet.ts'
import { useCadTheme } from '../platform/theme/theme.ts'
import { viewOf } from '../platform/view/view.ts'
import { ConfirmHost } from '../ui/confirm.tsx'
import { useThemeClass } from '../ui/ThemeProvider.tsx'
import { Footer } from './Footer.tsx'
import classes from './Frame.module.css'

/** Surrounds every page, signed in or not. */
export function Frame({ children }: { children: ReactNode }) {
  const shown = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname })
  const view = viewOf(shown)
  useDocument(shown)
  const cadTheme = useCadTheme()
  useThemeClass(view.isCad || view.isDesktop ? cadTheme : null)
  return (
    <>
      <LoadingBar />
      <div className={classes.content}>{children}</div>
      {view.hasFooter && <Footer hasOptions={view.hasFooterOptions} />}
      <AlertDialog />
      <ConfirmHost />
      <NewVersionBar />
      <Toasts />
    </>
  )
}

/** Keeps the document's title and attributes in step with the address, and moves focus to a new page so that screen readers announce it. */
function useDocument(pathname: string): void {
  const href = useRouterState({ select: (state) => state.location.href })
  const title = useRouterState({ select: (state) => state.matches.findLast((match) => match.staticData.title)?.staticData.title })
  const communityName = useCommunityName()
  useEffect(() => applyTabletMode(href), [href])
  useEffect(() => {
    document.title = [title, communityName].filter(Boolean).join(' · ')
  }, [title, communityName])
  useEffect(() => {
    const { isCad, isDesktop } = viewOf(pathname)
    document.documentElement.toggleAttribute('data-cad-view', isCad)
    document.documentElement.toggleAttribute('data-desktop-view', isDesktop)
  }, [pathname])
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current !== pathname && document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
    previous.current = pathname
  }, [pathname])
}

/** A thin line at the top while requests are running; never over the desktop or the live map. */
function LoadingBar() {
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
      <progress className={classes.loading} aria-label="Loading" />
    </output>
  )
}

/** Announces that the portal was upgraded. The page keeps working; the user decides when to reload. */
function NewVersionBar() {
  const isOutdated = useIsOutdated()
  const [isHidden, setIsHidden] = useState(false)
  // Always rendered, so that screen readers announce what is added to it.
  return (
    <output className={classes.version}>
      {isOutdated && !isHidden && (
        <div className={classes.upgraded}>
          <Text span inherit fw={550}>
            A new version is ready. Reload when it suits you.
          </Text>
          <Button size="xs" onClick={() => void reloadPage()}>
            Reload
          </Button>
          <CloseButton size="sm" aria-label="Hide" onClick={() => setIsHidden(true)} />
        </div>
      )}
    </output>
  )
}
