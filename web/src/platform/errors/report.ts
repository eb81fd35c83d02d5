import { ApiError } from '../api/api-error.ts'
import { log } from '../log/log.ts'
import { notify } from '../notify/notify.ts'
import { globalErrorMessage, isAuthUrl } from './messages.ts'

/** The screen inside the game shows neither alerts nor errors, whatever happens behind it. */
export const isDisplayPage = (pathname: string): boolean => /^\/dui(\/|$)/.test(pathname)

/** Takes care of a failure that nobody else does. */
export function reportError(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  log.error(error instanceof Error ? error.message : 'Something that is not an error was thrown', error)
  if (!(error instanceof ApiError) || isDisplayPage(window.location.pathname)) return
  // Every other 401 has already been answered by the session's own alert.
  if (error.status === 401 && !isAuthUrl(error.url)) return
  notify.error(globalErrorMessage(error))
}
