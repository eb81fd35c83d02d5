import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { portalConfig } from '../platform/config/config.ts'
import { Toasts } from '../platform/notify/Toasts.tsx'
import { applyTabletMode } from '../platform/tablet/tablet.ts'
import { useCadTheme } from '../platform/theme/cad-theme.ts'
import { viewOf } from '../platform/view/view.ts'
import { ConfirmHost } from '../ui/confirm.tsx'
import { useThemeClass } from '../ui/ThemeProvider.tsx'
import { AlertDialog } from './AlertDialog.tsx'
import { Footer } from './Footer.tsx'
import classes from './Frame.module.css'
import { LoadingBar } from './LoadingBar.tsx'
import { NewVersionBar } from './NewVersionBar.tsx'

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
  useEffect(() => applyTabletMode(href), [href])
  useEffect(() => {
    document.title = [title, portalConfig().communityName].filter(Boolean).join(' · ')
  }, [title])
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
