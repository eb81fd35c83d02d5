import { MESSAGES } from '@tenfour/contract'

type Failure = { readonly url: string; readonly status: number; readonly text: string }

/** Sign-in and the like: here a 401 means wrong credentials, not an expired session. */
export const isAuthUrl = (url: string): boolean => /(^|\/)api\/auth\//.test(url)

/** The message for the caller of a failed request. */
export function requestErrorMessage({ url, status, text }: Failure): string {
  if (status === 0) return `An error occured: ${text}`
  if (status === 401 && isAuthUrl(url)) return MESSAGES.credentials
  if (status === 403) return MESSAGES.forbidden
  if (status === 404) return '404 Not Found'
  return bodyText(text) ?? MESSAGES.default
}

/** The message for a failure that no caller handles. */
export function globalErrorMessage({ status, text }: Failure): string {
  if (status === 0) return 'An internal error occured; please try again later or contact Development'
  if (status === 401) return 'Unauthorized'
  const message = messageField(text)
  if (message !== undefined) return message
  if (status === 404) return 'Not Found'
  return bodyText(text) ?? MESSAGES.default
}

/**
 * The message for a failed action. Where no answer says why, the action is named on a line of its own: someone who does several things at
 * once has to know which of them to repeat.
 */
export function withOutcome(failure: Failure, outcome: string | undefined): string {
  const message = globalErrorMessage(failure)
  const isExplained = failure.status > 0 && failure.status < 500
  return outcome === undefined || isExplained ? message : `${message}\n${outcome}`
}

/** The body as text: its message field, a JSON string, or plain text. HTML from a proxy is ignored. */
function bodyText(text: string): string | undefined {
  const parsed = parseJson(text)
  if (typeof parsed === 'string') return parsed.trim() || undefined
  const message = messageField(text)
  if (message !== undefined) return message
  const plain = text.trim()
  return plain === '' || plain.startsWith('<') || parsed !== undefined ? undefined : plain
}

function messageField(text: string): string | undefined {
  const parsed = parseJson(text)
  if (typeof parsed !== 'object' || parsed === null || !('message' in parsed)) return undefined
  return typeof parsed.message === 'string' && parsed.message !== '' ? parsed.message : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
