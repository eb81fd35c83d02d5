import { useEffect, useRef, useState } from 'react'

const SCROLLING = ['wheel', 'touchmove', 'keydown'] as const

/** The id of the operation being read; also scrolls to the address's anchor once the document is rendered. */
export function useCurrentOperation(ids: readonly string[]): string {
  const [current, setCurrent] = useState('')
  const joined = ids.join('\n')
  /** After jumping to an anchor, it stays current until the user scrolls: near the end of the page it cannot reach the top. */
  const isPinned = useRef(false)

  useEffect(() => {
    const goTo = () => {
      const target = document.getElementById(decodeURIComponent(window.location.hash.slice(1)))
      if (!target) return
      isPinned.current = true
      target.scrollIntoView()
      setCurrent(target.id)
    }
    const release = () => void (isPinned.current = false)
    goTo()
    window.addEventListener('hashchange', goTo)
    for (const event of SCROLLING) window.addEventListener(event, release, { passive: true })
    return () => {
      window.removeEventListener('hashchange', goTo)
      for (const event of SCROLLING) window.removeEventListener(event, release)
    }
  }, [])

  useEffect(() => {
    const seen = new Set<string>()
    const order = joined.split('\n')
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id)
          else seen.delete(target.id)
        }
        if (!isPinned.current) setCurrent((before) => order.find((id) => seen.has(id)) ?? before)
      },
      // The band of the viewport that counts as being read: below the top, above the middle.
      { rootMargin: '-72px 0px -60% 0px' },
    )
    for (const id of order) {
      const element = document.getElementById(id)
      if (element) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [joined])

  return current
}
