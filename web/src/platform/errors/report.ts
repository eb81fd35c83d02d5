import { ApiError } from '../api/api-error.ts'
import { log } from '../log/log.ts'
import { notify } from '../notify/notify.ts'
import { isAuthUrl, withOutcome } from './messages.ts'

/** The in-game screen never shows alerts or errors. */
export const isDisplayPage = (pathname: string): boolean => /^\/dui(\/|$)/.test(pathname)

/** Handles a failure that nothing else has handled. `outcome` says which action failed: 'Call 1042 was not cleared'. */
export function reportError(error: unknown, outcome?: string): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  log.error(error instanceof Error ? error.message : 'Something that is not an error was thrown', error)
  if (!(error instanceof ApiError) || isDisplayPage(window.location.pathname)) return
  // The session's own alert has already covered every other 401.
  if (error.status === 401 && !isAuthUrl(error.url)) return
  notify.error(withOutcome(error, outcome))
}
