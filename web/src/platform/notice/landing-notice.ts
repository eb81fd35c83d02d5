import { useSyncExternalStore } from 'react'
import { createObservable } from '../store/observable.ts'

/** Why a visitor was sent to the home page. Shown there until it is closed or the page is left. */
const notice = createObservable<string | null>(null)

export const setLandingNotice = (text: string): void => notice.set(text)
export const clearLandingNotice = (): void => notice.set(null)
export const useLandingNotice = (): string | null => useSyncExternalStore(notice.subscribe, notice.get)
