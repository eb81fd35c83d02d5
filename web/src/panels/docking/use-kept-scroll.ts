import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Keeps lists where they were scrolled to when the layout changes: an element that is moved in the document, or hidden and shown again,
 * starts at its top.
 */
export function useKeptScroll(within: RefObject<HTMLElement | null>, layout: unknown): void {
  const tops = useRef(new Map<Element, number>())
  useEffect(() => {
    const element = within.current
    const remember = ({ target }: Event) => target instanceof Element && tops.current.set(target, target.scrollTop)
    element?.addEventListener('scroll', remember, { capture: true, passive: true })
    return () => element?.removeEventListener('scroll', remember, { capture: true })
  }, [within])
  useLayoutEffect(() => {
    for (const [element, top] of tops.current) {
      if (!element.isConnected) tops.current.delete(element)
      else if (element.scrollTop !== top) element.scrollTo(element.scrollLeft, top)
    }
  }, [layout])
}
