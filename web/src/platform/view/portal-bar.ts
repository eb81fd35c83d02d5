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

/** Gives the page all the room below the bar, or the whole window without it. */
export function useWholePage(withoutBar: boolean): void {
  useMark('data-whole-page', true)
  useMark('data-full-window', withoutBar)
}

function useMark(name: string, isOn: boolean): void {
  useLayoutEffect(() => {
    if (!isOn) return
    document.documentElement.setAttribute(name, '')
    return () => document.documentElement.removeAttribute(name)
  }, [name, isOn])
}
