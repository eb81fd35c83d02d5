import { useEffect, useState } from 'react'

const GRACE_MS = 1000

/** Whether a condition has held long enough to mention it: a browser may take a moment to allow sound. */
export function useHint(condition: boolean): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!condition) return
    const timer = setTimeout(() => setDue(true), GRACE_MS)
    return () => {
      clearTimeout(timer)
      setDue(false)
    }
  }, [condition])
  return isDue && condition
}
