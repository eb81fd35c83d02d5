import { useLayoutEffect } from 'react'
import { createObservable, useObservable } from '../store/observable.ts'

const wanting = createObservable(0)

/** Shows the portal's bar on a full-window page while the calling component is mounted. */
export function usePortalBar(): void {
  useLayoutEffect(() => {
    wanting.set(wanting.get() + 1)
    return () => wanting.set(wanting.get() - 1)
  }, [])
}

export const useIsPortalBarWanted = (): boolean => useObservable(wanting) > 0
