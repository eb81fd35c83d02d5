import { useState } from 'react'

/** What was last there, for what stays on the screen a moment longer than its call. */
export function useLastKnown<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
