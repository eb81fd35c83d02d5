import { useLayoutEffect } from 'react'
import { createObservable, useObservable } from '../store/observable.ts'

const requests = createObservable(0)

/** Shows the portal's bar on a full-window page while the calling component is mounted. */
export function usePortalBar(): void {
  useLayoutEffect(() => {
    requests.set(requests.get() + 1)
    return () => requests.set(requests.get() - 1)
  }, [])
}

export const useIsPortalBarWanted = (): boolean => useObservable(requests) > 0
