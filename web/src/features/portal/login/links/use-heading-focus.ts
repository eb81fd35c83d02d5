import { useEffect, useRef, type RefObject } from 'react'

/** Focuses the heading of a step whose predecessor took the focus with it. */
export function useHeadingFocus(step: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [step])
  return heading
}
