import { ThemeChoice } from '@tenfour/contract'
import type { ThemeClass } from '../../ui/ThemeProvider.tsx'
import { localStore, type KeyValueStore } from '../storage/storage.ts'
import { createObservable, useObservable, type Readable } from '../store/observable.ts'

/** Read by the script in index.html too, so that the first paint is right. */
const KEY = 'theme'
const DARK = '(prefers-color-scheme: dark)'

type Device = Pick<MediaQueryList, 'matches' | 'addEventListener' | 'removeEventListener'>

/** The theme of every page but the CAD and the live map: as chosen, or as the device has it. */
export function createPortalTheme(store: KeyValueStore, openDevice: () => Device) {
  let opened: Device | undefined
  const device = () => (opened ??= openDevice())
  const choice = createObservable<ThemeChoice>(ThemeChoice.catch('system').parse(store.getItem(KEY)))
  const shownNow = (): ThemeClass => {
    const isDark = choice.get() === 'system' ? device().matches : choice.get() === 'dark'
    return isDark ? 'cad-dark-theme' : 'cad-light-theme'
  }
  const shown: Readable<ThemeClass> = {
    get: shownNow,
    subscribe: (listener) => {
      const stop = choice.subscribe(listener)
      device().addEventListener('change', listener)
      return () => {
        stop()
        device().removeEventListener('change', listener)
      }
    },
  }
  const choose = (next: ThemeChoice) => {
    store.setItem(KEY, next)
    choice.set(next)
  }
  return { choice, shown, choose }
}

const portalTheme = createPortalTheme(localStore, () => window.matchMedia(DARK))
/** For this browser at once; `saveTheme` keeps it with the account. */
export const chooseTheme = portalTheme.choose
export const useThemeChoice = (): ThemeChoice => useObservable(portalTheme.choice)
export const usePortalTheme = (): ThemeClass => useObservable(portalTheme.shown)

const DEFAULT_CAD_THEME: ThemeClass = 'cad-dark-theme'

/** The CAD's theme. Not persisted: kept only while the page is open. */
export function createCadTheme() {
  const theme = createObservable<ThemeClass>(DEFAULT_CAD_THEME)
  return { ...theme, toggle: () => theme.set(theme.get() === 'cad-dark-theme' ? 'cad-light-theme' : 'cad-dark-theme') }
}

const cadTheme = createCadTheme()
export const toggleCadTheme = cadTheme.toggle
export const useCadTheme = (): ThemeClass => useObservable(cadTheme)
