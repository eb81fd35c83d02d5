export type ErrorInfo = { readonly message: string; readonly requestId?: string; readonly field?: string }

const FALLBACK = 'An error occured; please try again later'

/** The message to show the user for any thrown value, with its request id and field. */
export function errorInfo(error: unknown): ErrorInfo {
  if (typeof error === 'string') return { message: error || FALLBACK }
  if (typeof error !== 'object' || error === null) return { message: FALLBACK }
  const message = textOf(error, 'message') ?? FALLBACK
  const requestId = textOf(error, 'requestId')
  const field = textOf(error, 'field')
  return { message, ...(requestId && { requestId }), ...(field && { field }) }
}

function textOf(source: object, key: string): string | undefined {
  const value: unknown = Reflect.get(source, key)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
