import { useSyncExternalStore } from 'react'

const DENSE = 30
const TOUCH_HEIGHT = 44

const isCoarse = () => window.matchMedia('(pointer: coarse)')
const read = (): number => (isCoarse().matches || document.documentElement.hasAttribute('data-tablet') ? TOUCH_HEIGHT : DENSE)

/** Both the pointer type and tablet mode can change while the page is open. */
const subscribe = (listener: () => void) => {
  const pointer = isCoarse()
  const tablet = new MutationObserver(listener)
  pointer.addEventListener('change', listener)
  tablet.observe(document.documentElement, { attributeFilter: ['data-tablet'] })
  return () => {
    pointer.removeEventListener('change', listener)
    tablet.disconnect()
  }
}

/** The height of a board row, in pixels. */
export const useRowHeight = (): number => useSyncExternalStore(subscribe, read)
