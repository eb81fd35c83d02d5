import { useSyncExternalStore } from 'react'
import { localStore } from '../../../platform/storage/storage.ts'

const KEY = 'singleKeys'
const OFF = 'off'
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether letters, digits and signs by themselves do something. Who speaks to their computer, or rests on its keys, turns them off. */
export const hasSingleKeys = (): boolean => localStore.getItem(KEY) !== OFF
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, hasSingleKeys)

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStore.removeItem(KEY)
  else localStore.setItem(KEY, OFF)
  for (const listener of listeners) listener()
}
