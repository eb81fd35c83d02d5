import { useEffect } from 'react'
import { log } from '../../../platform/log/log.ts'

/** Logs a failed fetch once, and returns the message to show. */
export function useLoggedFailure(error: Error | null, message: string): string | null {
  useEffect(() => {
    if (error) log.error(message, error)
  }, [error, message])
  return error ? `${message}.` : null
}
