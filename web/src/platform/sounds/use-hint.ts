import { useEffect, useState } from 'react'

const GRACE_MS = 1000

/** Whether a condition has held long enough to mention it: a browser may take a moment to allow sound. */
export function useHint(isSo: boolean): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setDue(true), GRACE_MS)
    return () => {
      clearTimeout(timer)
      setDue(false)
    }
  }, [isSo])
  return isDue && isSo
}
