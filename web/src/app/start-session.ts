import { showAlert } from '../platform/alert/alert.tsx'
import { ApiError } from '../platform/api/api-error.ts'
import { portalConfig } from '../platform/config/config.ts'
import { isDisplayPage, reportError } from '../platform/errors/report.ts'
import { log } from '../platform/log/log.ts'
import { notify } from '../platform/notify/notify.ts'
import { loginUrlFor } from '../platform/session/return-url.ts'
import { adoptToken, endSession, onSessionEnd, type SessionEnd } from '../platform/session/session.ts'
import { tokenFromMessage, TOKEN_KEY } from '../platform/session/token.ts'
import { localStore } from '../platform/storage/storage.ts'
import { UNSAVED_WARRANTS_KEY } from '../features/legal/warrants/drafts/unsaved-warrants.port.ts'
import { UNSAVED_REPORTS_KEY } from '../features/records/reports/unsaved-reports.port.ts'
import type { router } from './router.tsx'

export const SESSION_EXPIRED = 'Your session has expired. Please login again.'

type Router = typeof router

/** Keeps the session and the address in sync, in this tab and in the others. */
export function startSession(app: Router): void {
  const goTo = (href: string) => app.navigate({ href, replace: true, ignoreBlocker: true }).catch(reportError)

  onSessionEnd((reason) => void leave(app, reason).catch(reportError))
  onSessionEnd((reason) => {
    // Others may use this browser next.
    if (reason === 'signedOut') [UNSAVED_REPORTS_KEY, UNSAVED_WARRANTS_KEY].forEach(localStore.removeItem)
  })

  window.addEventListener('storage', ({ key, newValue }) => {
    // A null key means that everything was cleared.
    if (key !== null && key !== TOKEN_KEY) return
    if (newValue === null) endSession('signedOut')
    else if (app.state.location.pathname === '/login') app.invalidate().catch(reportError)
    // Someone else may have signed in there; nothing of the previous user may stay on screen.
    else if (isBehindSignIn(app)) window.location.reload()
  })

  window.addEventListener('message', (message) => {
    const token = tokenFromMessage(message, { ownOrigin: window.location.origin, frameOrigins: portalConfig().frameOrigins })
    if (token && adoptToken(token)) void goTo('/user/home')
  })

  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (reason instanceof ApiError) reportError(reason)
  })

  log.onFailure(() => {
    const failure = log.failure()
    if (failure && !isDisplayPage(window.location.pathname)) notify.error(failure)
  })
  log.start()
}

const isBehindSignIn = (app: Router): boolean => app.state.matches.some((match) => match.routeId === '/shell')

let isLeaving = false

async function leave(app: Router, reason: SessionEnd): Promise<void> {
  const { pathname, href } = app.state.location
  // 'refused' only happens while a page loads, and then the guards redirect.
  if (reason === 'refused' || isDisplayPage(pathname) || pathname.startsWith('/login') || isLeaving) return
  if (reason === 'signedOut' && !isBehindSignIn(app)) return
  isLeaving = true
  try {
    if (reason === 'expired') await showAlert(SESSION_EXPIRED)
    await app.navigate({ href: reason === 'expired' ? loginUrlFor(href) : '/login', replace: true, ignoreBlocker: true })
  } finally {
    isLeaving = false
  }
}
