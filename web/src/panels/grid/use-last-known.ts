import { useState } from 'react'

/** The last defined value, for rows that stay on screen a moment longer than their call. */
export function useLastKnown<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
