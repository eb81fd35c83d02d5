import { localStore } from '../storage/storage.ts'

const KEY = 'isTablet'

export const isTabletUrl = (url: string): boolean => url.includes('tablet=true')

export const isTablet = (): boolean => localStore.getItem(KEY) === 'true'

export function setTablet(on: boolean): void {
  if (on) localStore.setItem(KEY, 'true')
  else localStore.removeItem(KEY)
  document.documentElement.toggleAttribute('data-tablet', on)
}

/** Enables tablet mode if the address asks for it; otherwise keeps the last setting. */
export const applyTabletMode = (url: string): void => setTablet(isTabletUrl(url) || isTablet())
