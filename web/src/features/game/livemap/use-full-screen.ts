import { useSyncExternalStore } from 'react'
import { reportError } from '../../../platform/errors/report.ts'

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** The whole document, because menus and dialogs are rendered outside the element that opens them. */
const toggle = () => {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  change.catch(reportError)
}

export function useFullScreen(): readonly [isFull: boolean, toggle: () => void] {
  return [useSyncExternalStore(subscribe, () => document.fullscreenElement !== null), toggle]
}
