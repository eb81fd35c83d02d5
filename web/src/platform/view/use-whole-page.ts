import { useLayoutEffect } from 'react'

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
