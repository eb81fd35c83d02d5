import { createContext } from 'react'

type Place = 'title' | 'controls'

/** The header elements that panels render into. A header and its panel are rendered separately. */
export function createHeaderSlots() {
  const elements = new Map<string, HTMLElement>()
  const listeners = new Set<() => void>()
  const keyOf = (panelId: string, place: Place) => `${panelId}:${place}`
  return {
    get: (panelId: string, place: Place): HTMLElement | null => elements.get(keyOf(panelId, place)) ?? null,
    /** Offers the element to the panel until the returned function is called. */
    offer: (panelId: string, place: Place, element: HTMLElement): (() => void) => {
      elements.set(keyOf(panelId, place), element)
      for (const listener of listeners) listener()
      return () => {
        if (elements.get(keyOf(panelId, place)) !== element) return
        elements.delete(keyOf(panelId, place))
        for (const listener of listeners) listener()
      }
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type HeaderSlots = ReturnType<typeof createHeaderSlots>

/** The surrounding panel; null outside the desktop. */
export const PanelFrame = createContext<{ readonly panelId: string; readonly slots: HeaderSlots } | null>(null)
