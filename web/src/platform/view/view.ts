import { useLayoutEffect } from 'react'
import { createObservable, useObservable } from '../store/observable.ts'

type View = { readonly isCad: boolean; readonly isDesktop: boolean; readonly hasFooter: boolean; readonly hasFooterOptions: boolean }

/** How the page is laid out, by its address. '/admin/cad-values' is a page of administration. */
export const viewOf = (pathname: string): View => ({
  isCad: /\/cad(\/|$)/.test(pathname),
  isDesktop: pathname.includes('desktop') || pathname.includes('livemap'),
  hasFooter: !['/desktop', '/livemap', '/login'].some((part) => pathname.includes(part)),
  hasFooterOptions: pathname.includes('settings'),
})

const barRequests = createObservable(0)

/** Shows the portal's bar on a full-window page while the calling component is mounted. */
export function usePortalBar(): void {
  useLayoutEffect(() => {
    barRequests.set(barRequests.get() + 1)
    return () => barRequests.set(barRequests.get() - 1)
  }, [])
}

export const useIsPortalBarWanted = (): boolean => useObservable(barRequests) > 0
