import { useLayoutEffect, useSyncExternalStore } from 'react'

let wanting = 0
const listeners = new Set<() => void>()
const change = (by: number) => {
  wanting += by
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows the portal's own bar on a page that otherwise has the whole window to itself, while the caller is shown. */
export function usePortalBar(): void {
  useLayoutEffect(() => {
    change(1)
    return () => change(-1)
  }, [])
}

export const useIsPortalBarWanted = (): boolean => useSyncExternalStore(subscribe, () => wanting > 0)
