import { lazy, Suspense, type ComponentType } from 'react'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { log } from '../log/log.ts'
import { notify } from '../notify/notify.ts'
import { rememberPart } from './ahead.ts'

const NOT_LOADED = 'This could not be loaded. Check your connection and try again.'

type Closable = { onClose?: () => void }

/**
 * A part of a page that is fetched when it is first shown: a dialog, a field to edit with. One that can't be fetched says so and is
 * closed; the page around it goes on, and the next attempt starts anew.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P & Closable> {
  rememberPart(load)
  const fetched = (): ComponentType<P> => lazy(async () => ({ default: await load() }))
  let Loaded = fetched()
  return function Later(props: P & Closable) {
    const onError = (error: unknown) => {
      log.error('A part of the page could not be shown', error)
      notify.error(NOT_LOADED)
      Loaded = fetched()
      props.onClose?.()
    }
    return (
      <ErrorBoundary onError={onError} renderError={() => null}>
        <Suspense>
          <Loaded {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}
