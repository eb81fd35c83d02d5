import { useRouterState } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { lazyComponent, type FailedProps, type LazyComponent } from '../platform/load/lazy-component.tsx'
import { usePortalBar } from '../platform/view/portal-bar.ts'
import { LoadFailed } from '../ui/PageStates.tsx'
import { RoutePending } from './RoutePending.tsx'
import { Standalone } from './Standalone.tsx'

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
