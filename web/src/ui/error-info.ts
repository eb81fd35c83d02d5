export type ErrorInfo = {
  readonly message: string
  readonly requestId?: string
  readonly field?: string
  /** No answer came from the portal. */
  readonly isUnanswered?: true
}

const FALLBACK = 'An error occured; please try again later'

/** The message to show the user for any thrown value, with its request id and field. */
export function errorInfo(error: unknown): ErrorInfo {
  if (typeof error === 'string') return { message: error || FALLBACK }
  if (typeof error !== 'object' || error === null) return { message: FALLBACK }
  const message = textOf(error, 'message') ?? FALLBACK
  const requestId = textOf(error, 'requestId')
  const field = textOf(error, 'field')
  const isUnanswered = Reflect.get(error, 'status') === 0
  return { message, ...(requestId && { requestId }), ...(field && { field }), ...(isUnanswered && { isUnanswered }) }
}

/** Why nothing was saved, for someone who sees their own text still standing there. */
export const unansweredWords = (isOnline = navigator.onLine): string =>
  isOnline
    ? 'The portal did not answer. What you typed is still here.'
    : 'You are offline. Nothing was saved; what you typed is still here.'

function textOf(source: object, key: string): string | undefined {
  const value: unknown = Reflect.get(source, key)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
