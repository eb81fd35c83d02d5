import { useEffect, useState } from 'react'

const GRACE_MS = 1000

/** Whether something has been so for long enough to mention it: a browser that will agree takes a moment to. */
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
