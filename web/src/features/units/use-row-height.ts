import { useSyncExternalStore } from 'react'

const read = (): number => Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) || 32

/** It depends on the kind of pointer and on tablet mode, both of which can change while the page is open. */
const subscribe = (listener: () => void) => {
  const pointer = window.matchMedia('(pointer: coarse)')
  const tablet = new MutationObserver(listener)
  pointer.addEventListener('change', listener)
  tablet.observe(document.documentElement, { attributeFilter: ['data-tablet'] })
  return () => {
    pointer.removeEventListener('change', listener)
    tablet.disconnect()
  }
}

/** How high a row of a list is, in pixels, as the tokens say. */
export const useRowHeight = (): number => useSyncExternalStore(subscribe, read)
