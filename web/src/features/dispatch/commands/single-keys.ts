import { useSyncExternalStore } from 'react'
import { localStore } from '../../../platform/storage/storage.ts'

const KEY = 'singleKeys'
const OFF = 'off'
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether single-character shortcuts are enabled. Users of speech input, or who press keys by accident, can turn them off. */
export const hasSingleKeys = (): boolean => localStore.getItem(KEY) !== OFF
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, hasSingleKeys)

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStore.removeItem(KEY)
  else localStore.setItem(KEY, OFF)
  for (const listener of listeners) listener()
}
