import { useSyncExternalStore } from 'react'

/** The row a key moves focus to. */
export function rowAt(order: readonly number[], from: number | null, key: string, pageRows: number): number | undefined {
  const at = from === null ? -1 : order.indexOf(from)
  const last = order.length - 1
  switch (key) {
    case 'ArrowDown':
      return order[Math.min(last, at + 1)]
    case 'ArrowUp':
      return order[at === -1 ? last : Math.max(0, at - 1)]
    case 'PageDown':
      return order[Math.min(last, at + pageRows)]
    case 'PageUp':
      return order[Math.max(0, at - pageRows)]
    case 'Home':
      return order[0]
    case 'End':
      return order[last]
    default:
      return undefined
  }
}

/** The number in the `data-…` attribute of the target or its closest ancestor; null if there is none or the row is gone. */
export function numberAt({ target }: { readonly target: EventTarget }, selector: string, key: string): number | null {
  const element = target instanceof Element ? target.closest<HTMLElement>(selector) : null
  const value = element?.dataset[key]
  return value && !element.closest('[data-gone]') ? Number(value) : null
}

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
