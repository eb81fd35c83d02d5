import { checkBuild } from '../build/build.ts'
import { log } from '../log/log.ts'
import { useSyncExternalStore } from 'react'
import { connection } from '../realtime/connection.ts'

/** Files of the portal that could not be fetched. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
}

export type LoadState<T> =
  | { readonly phase: 'idle' | 'loading'; readonly failures: number }
  | { readonly phase: 'failed'; readonly failures: number; readonly failedAt: number }
  | { readonly phase: 'ready'; readonly failures: number; readonly value: T }

export type LazyModule<T> = {
  /** Fetches it unless loaded or loading. Rejects with a LoadError; the next call starts over. */
  readonly load: () => Promise<T>
  readonly get: () => LoadState<T>
  readonly subscribe: (listener: () => void) => () => void
}

const recovered = new EventTarget()
/** Called whenever something missing has loaded after all: other files may be available too. Returns the unsubscribe function. */
export function onRecovered(listener: () => void): () => void {
  recovered.addEventListener('recovered', listener)
  return () => recovered.removeEventListener('recovered', listener)
}

/** A file is often available again a moment later: a dropped packet, a portal restart. */
const RETRY_AFTER_MS = [300, 1200]

type Options = {
  readonly retryAfterMs?: readonly number[]
  readonly wait?: (ms: number) => Promise<void>
  readonly isReachable?: () => boolean
  readonly onFailure?: () => void
}

/** Code fetched when first needed. Every dynamic import of the portal goes through here. */
export function lazyModule<T>(
  fetchModule: () => Promise<T>,
  { retryAfterMs = RETRY_AFTER_MS, wait = sleep, isReachable = isPortalReachable, onFailure = checkBuild }: Options = {},
): LazyModule<T> {
  const listeners = new Set<() => void>()
  const ownStyles = new Set<string>()
  let state: LoadState<T> = { phase: 'idle', failures: 0 }
  let pending: Promise<T> | undefined

  const setState = (next: LoadState<T>) => {
    state = next
    for (const listener of listeners) listener()
  }

  /** The bundler's helper requests a stylesheet once and skips it on later imports, so a missing one is fetched here. */
  const attempt = async (): Promise<T> => {
    await restoreStyles()
    const before = missingStyles()
    const missing = before.find((href) => ownStyles.has(href))
    if (missing) throw new Error(`${missing} could not be fetched`)
    try {
      return await fetchModule()
    } catch (error) {
      for (const href of missingStyles()) if (!before.includes(href)) ownStyles.add(href)
      throw error
    }
  }

  const attemptAll = async (): Promise<T> => {
    for (const ms of retryAfterMs) {
      try {
        return await attempt()
      } catch (error) {
        log.warning('Files of the portal could not be fetched', error)
        // Fail callers at once; it is fetched again when the portal is back.
        if (!isReachable()) throw error
        await wait(ms)
      }
    }
    return attempt()
  }

  const load = async (): Promise<T> => {
    setState({ phase: 'loading', failures: state.failures })
    try {
      const value = await attemptAll()
      const isRecovered = state.failures > 0
      setState({ phase: 'ready', failures: 0, value })
      if (isRecovered) recovered.dispatchEvent(new Event('recovered'))
      return value
    } catch (error) {
      setState({ phase: 'failed', failures: state.failures + 1, failedAt: performance.now() })
      onFailure()
      throw new LoadError('Files of the portal could not be fetched', { cause: error })
    } finally {
      pending = undefined
    }
  }

  return {
    load: () => {
      if (state.phase === 'ready') return Promise.resolve(state.value)
      return (pending ??= load())
    },
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const sleep = (ms: number): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, ms)
  return promise
}

/** False while the connection is known to be lost. Before sign-in there is none, and only the browser's online state is known. */
const isPortalReachable = (): boolean => connection.get() !== 'lost' && navigator.onLine

const subscribe = (listener: () => void) => {
  const stop = connection.subscribe(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    stop()
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
export const useIsPortalReachable = (): boolean => useSyncExternalStore(subscribe, isPortalReachable)

const missing = new Map<string, HTMLLinkElement>()

/** Records stylesheets that failed to load. Returns the function that stops it. */
export function watchStyles(page: EventTarget = window): () => void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.set(target.href, target)
  }
  // Error events of elements do not bubble.
  page.addEventListener('error', onError, true)
  return () => page.removeEventListener('error', onError, true)
}

export const missingStyles = (): readonly string[] => [...missing.keys()]

/** Retries the missing stylesheets once; those that fail again stay recorded. */
export async function restoreStyles(): Promise<void> {
  await Promise.all([...missing.values()].map(fetchAgain))
}

function fetchAgain(old: HTMLLinkElement): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.crossOrigin = old.crossOrigin
  link.addEventListener('load', () => resolve(), { once: true })
  link.addEventListener('error', () => resolve(), { once: true })
  missing.delete(old.href)
  link.href = old.href
  old.replaceWith(link)
  return promise
}
