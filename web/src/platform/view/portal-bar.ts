import { useLayoutEffect } from 'react'
import { createObservable, useObservable } from '../store/observable.ts'

const wanting = createObservable(0)

/** Shows the portal's own bar on a page that otherwise has the whole window to itself, while the caller is shown. */
export function usePortalBar(): void {
  useLayoutEffect(() => {
    wanting.set(wanting.get() + 1)
    return () => wanting.set(wanting.get() - 1)
  }, [])
}

export const useIsPortalBarWanted = (): boolean => useObservable(wanting) > 0
