import { useSyncExternalStore } from 'react'

/** Which part of the guide to keys and commands is open. */
export type GuidePart = 'keys' | 'commands'

let open: GuidePart | null = null
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function showGuide(part: GuidePart | null): void {
  open = part
  for (const listener of listeners) listener()
}
export const useGuide = (): GuidePart | null => useSyncExternalStore(subscribe, () => open)
