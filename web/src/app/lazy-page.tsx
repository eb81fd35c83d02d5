import { useRouterState } from '@tanstack/react-router'
import { createContext, use, type ComponentType, type ReactNode } from 'react'
import { lazyComponent, type FailedProps, type LazyComponent } from '../platform/load/lazy-component.tsx'
import { usePortalBar } from '../platform/view/view.ts'
import { LoadFailed, PageLoading } from '../ui/PageStates.tsx'
import classes from './lazy-page.module.css'

/** Typed by its parameters alone: inferring the return type would be circular, since routes are inferred from their pages. */
type Page = (props: object) => void

/** A route's page. The router keeps the previous page until it has loaded; a page that can't be fetched shows that in its place. */
export const lazyPage = (fetchPage: () => Promise<Page>): LazyComponent =>
  lazyComponent(fetchPage as () => Promise<ComponentType>, {
    what: 'This page',
    shape: { Loading: RoutePending, Failed: FailedPage },
    isPage: true,
  })

export function FailedPage(props: FailedProps): ReactNode {
  usePortalBar()
  const title = useRouterState({ select: (state) => state.matches.findLast((match) => match.staticData.title)?.staticData.title })
  return (
    <Standalone>
      <h1 className="visually-hidden">{title ?? 'Portal'}</h1>
      <LoadFailed {...props} />
    </Standalone>
  )
}

/** Set by the shell, which renders the main landmark itself. */
export const InShell = createContext(false)

/** Stands in for a page: brings its own main landmark outside the shell, and none inside it. */
export function Standalone({ children }: { children: ReactNode }) {
  if (use(InShell)) return children
  return (
    <main id="main" className={classes.page} tabIndex={-1}>
      {children}
    </main>
  )
}

export function RoutePending() {
  return (
    <Standalone>
      <PageLoading />
    </Standalone>
  )
}
