import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { useIsOutdated } from '../build/build.ts'
import { reloadPage } from '../leave/leave-questions.ts'
import { log } from '../log/log.ts'
import { rememberPart } from './ahead.ts'
import { lazyModule, onRecovered, useIsPortalReachable, type LazyModule } from './lazy-module.ts'

/** Rendered in place of a component that has not loaded: in its shape, so that the rest of the page does not shift. */
export type Shape = {
  readonly Loading: ComponentType
  readonly Failed: ComponentType<FailedProps>
}

export type FailedProps = {
  readonly title: string
  readonly text: string
  readonly isRetrying: boolean
  readonly onRetry: () => void
  /** Set only where reloading the whole page is what helps. */
  readonly onReload: (() => void) | undefined
  readonly isReloadBest: boolean
  /** Set where whatever opened the component can close it again. */
  readonly onClose: (() => void) | undefined
}

type Closable = { readonly onClose?: () => void }

export type LazyComponent<P extends object = object> = ((props: P & Closable) => ReactNode) & {
  readonly load: () => Promise<unknown>
  /** Never rejects: failures are shown where the component is rendered. */
  readonly preload: () => Promise<void>
  readonly useIsReady: () => boolean
}

type Options = {
  /** Begins the sentence '… could not be loaded'. */
  readonly what: string
  readonly shape: Shape
  /** Pages leave rendering errors to the router. */
  readonly isPage?: boolean
}

/**
 * A component fetched when it is first rendered. If fetching fails, it shows that in its own place, offers to retry, and retries by itself
 * once the connection is back.
 */
export function lazyComponent<P extends object>(
  fetchComponent: () => Promise<ComponentType<P>>,
  { what, shape, isPage = false }: Options,
): LazyComponent<P> {
  const module = lazyModule(fetchComponent)
  const { Loading, Failed } = shape
  // Fetching every page of the portal ahead would cost seconds, and a page needs the portal anyway.
  if (!isPage) rememberPart(module.load)

  function Lazy(props: P & Closable) {
    const state = useSyncExternalStore(module.subscribe, module.get)
    useEffect(() => {
      if (!hasJustFailed(module)) void preload(module)
    }, [])
    if (state.phase === 'ready') {
      const content = <state.value {...props} />
      if (isPage) return content
      return (
        <ErrorBoundary
          onError={(error) => log.error(`${what} failed`, error)}
          renderError={(retry) => (
            <Failed
              title={`${what} could not be shown`}
              text="The details are in the log."
              isRetrying={false}
              onRetry={retry}
              onReload={undefined}
              isReloadBest={false}
              onClose={props.onClose}
            />
          )}
        >
          {content}
        </ErrorBoundary>
      )
    }
    if (state.failures === 0) return <Loading />
    return <Missing module={module} what={what} Failed={Failed} onClose={props.onClose} />
  }

  return Object.assign(Lazy, {
    load: module.load,
    preload: () => preload(module),
    useIsReady: () => useSyncExternalStore(module.subscribe, () => module.get().phase === 'ready'),
  })
}

/** A preload this recent, such as the router's, counts as the first attempt. */
const RECENT_MS = 1000
const hasJustFailed = (module: LazyModule<unknown>): boolean => {
  const state = module.get()
  return state.phase === 'failed' && performance.now() - state.failedAt < RECENT_MS
}

/** The module keeps the failure, which has already been logged. */
const preload = (module: LazyModule<unknown>): Promise<void> =>
  module
    .load()
    .then(Boolean, Boolean)
    .then(() => undefined)

type MissingProps = {
  module: LazyModule<unknown>
  what: string
  Failed: Shape['Failed']
  onClose: (() => void) | undefined
}

function Missing({ module, what, Failed, onClose }: MissingProps) {
  const { phase, failures } = useSyncExternalStore(module.subscribe, module.get)
  const retry = () => void preload(module)
  const advice = useAdvice(what, failures)
  useWhenReachableAgain(retry)
  useEffect(() => onRecovered(() => void preload(module)), [module])
  return <Failed {...advice} isRetrying={phase === 'loading'} onRetry={retry} onClose={onClose} />
}

/** Why files could not be fetched, as far as known, and what the user can do. */
export function useAdvice(what: string, failures: number): Pick<FailedProps, 'title' | 'text' | 'onReload' | 'isReloadBest'> {
  const isReachable = useIsPortalReachable()
  const isOutdated = useIsOutdated()
  const onReload = () => void reloadPage()
  const isReloadBest = isReachable && isOutdated
  if (!isReachable) return { title: 'Portal unreachable', text: 'Reloads automatically.', onReload: undefined, isReloadBest }
  if (isOutdated) return { title: 'A new version is ready', text: 'Reload the page to continue.', onReload, isReloadBest }
  // Some browsers cache a failed module fetch for as long as the page is open.
  const mayHelp = failures > 1
  return { title: `${what} could not be loaded`, text: 'Check your connection.', onReload: mayHelp ? onReload : undefined, isReloadBest }
}

export function useWhenReachableAgain(action: () => void): void {
  const isReachable = useIsPortalReachable()
  const [wasUnreachable, setWasUnreachable] = useState(!isReachable)
  if (!isReachable && !wasUnreachable) setWasUnreachable(true)
  const act = useEffectEvent(action)
  useEffect(() => {
    if (wasUnreachable && isReachable) act()
  }, [wasUnreachable, isReachable])
}
