import { useRouter, useRouterState, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '../platform/api/api-error.ts'
import { isDisplayPage } from '../platform/errors/report.ts'
import { useAdvice, useWhenReachableAgain } from '../platform/load/lazy-component.tsx'
import { LoadError } from '../platform/load/lazy-module.ts'
import { log } from '../platform/log/log.ts'
import { usePortalBar } from '../platform/view/view.ts'
import { PageError } from '../ui/PageStates.tsx'
import { FailedPage, Standalone } from './lazy-page.tsx'

/** Replaces a page that failed; the rest of the portal stays usable. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  usePortalBar()
  const title = useRouterState({ select: (state) => state.matches.findLast((match) => match.staticData.title)?.staticData.title })
  useEffect(() => log.error(`${window.location.pathname} failed`, error), [error])
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  if (isDisplayPage(window.location.pathname)) return null
  if (error instanceof LoadError) return <MissingRoutes onRetry={retry} />
  return (
    <Standalone>
      <h1 className="visually-hidden">{title}</h1>
      <PageError
        title="This page could not be shown"
        error={
          error instanceof ApiError ? error : 'Something went wrong on this page. Trying again often helps; the details are in the log.'
        }
        onRetry={retry}
      />
    </Standalone>
  )
}

/** The route table could not be fetched. */
function MissingRoutes({ onRetry }: { onRetry: () => Promise<void> }) {
  const [isRetrying, setIsRetrying] = useState(false)
  const advice = useAdvice('This page', 1)
  const retry = () => {
    setIsRetrying(true)
    void onRetry().finally(() => setIsRetrying(false))
  }
  useWhenReachableAgain(retry)
  return <FailedPage {...advice} isRetrying={isRetrying} onRetry={retry} onClose={undefined} />
}
