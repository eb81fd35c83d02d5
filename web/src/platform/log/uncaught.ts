import { log as portalLog, type Log } from './log.ts'

/** Writes uncaught errors to the local log and nowhere else. Returns the function that stops it. */
export function installUncaughtLogging(target: EventTarget = window, log: Pick<Log, 'error'> = portalLog): () => void {
  const onError = (event: Event) => {
    const { message, filename, lineno } = event as Partial<ErrorEvent>
    const error: unknown = (event as Partial<ErrorEvent>).error
    log.error('Uncaught error', error ?? [message, filename && `${filename}:${lineno ?? 0}`].filter(Boolean).join(' at '))
  }
  const onRejection = (event: Event) => log.error('Unhandled rejection', (event as Partial<PromiseRejectionEvent>).reason)
  target.addEventListener('error', onError)
  target.addEventListener('unhandledrejection', onRejection)
  return () => {
    target.removeEventListener('error', onError)
    target.removeEventListener('unhandledrejection', onRejection)
  }
}
