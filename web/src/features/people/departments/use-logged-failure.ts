import { useEffect } from 'react'
import { log } from '../../../platform/log/log.ts'

/** Writes a failed fetch to the log once, and gives back what to show in its place. */
export function useLoggedFailure(error: Error | null, message: string): string | null {
  useEffect(() => {
    if (error) log.error(message, error)
  }, [error, message])
  return error ? `${message}.` : null
}
