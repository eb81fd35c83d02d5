import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'

/**
 * Keeps lists where they were scrolled to when the layout changes: an element that is moved in the document, or hidden and shown again,
 * starts at its top.
 */
export function useKeptScroll(within: RefObject<HTMLElement | null>, layout: unknown): void {
  const [tops] = useState(() => new Map<Element, number>())
  useEffect(() => {
    const element = within.current
    const remember = ({ target }: Event) => target instanceof Element && tops.set(target, target.scrollTop)
    element?.addEventListener('scroll', remember, { capture: true, passive: true })
    return () => element?.removeEventListener('scroll', remember, { capture: true })
  }, [within, tops])
  useLayoutEffect(() => {
    for (const [element, top] of tops) {
      if (!element.isConnected) tops.delete(element)
      else if (element.scrollTop !== top) element.scrollTop = top
    }
  }, [layout, tops])
}
