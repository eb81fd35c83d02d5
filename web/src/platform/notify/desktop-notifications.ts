import { log } from '../log/log.ts'
import { localStore } from '../storage/storage.ts'
import { createObservable, useObservable } from '../store/observable.ts'

const KEY = 'desktop-notifications'

/** Unsupported where the browser has none, as in the game. Blocked: the browser refuses, and only its own settings change that. */
type NotificationState = 'unsupported' | 'blocked' | 'off' | 'on'

function currentState(): NotificationState {
  if (typeof Notification === 'undefined') return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && localStore.getItem(KEY) === 'on' ? 'on' : 'off'
}

const state = createObservable<NotificationState>(currentState())

export const useDesktopNotifications = (): NotificationState => useObservable(state)

/** Only on a press of the user: browsers refuse to ask otherwise, and so do we. */
export async function allowDesktopNotifications(): Promise<void> {
  if (typeof Notification === 'undefined') return
  const permission = await Notification.requestPermission()
  if (permission === 'granted') localStore.setItem(KEY, 'on')
  state.set(currentState())
}

export function stopDesktopNotifications(): void {
  localStore.setItem(KEY, 'off')
  state.set(currentState())
}

type DesktopNotice = {
  readonly title: string
  readonly body: string
  /** A second one with the same tag replaces the first. */
  readonly tag: string
  readonly onOpen: () => void
}

/** Shown outside of the page, if the user has allowed it and is not looking at it. Returns how to close it. */
export function showDesktopNotification({ title, body, tag, onOpen }: DesktopNotice): (() => void) | undefined {
  if (currentState() !== 'on' || (document.visibilityState === 'visible' && document.hasFocus())) return undefined
  try {
    const notification = new Notification(title, { body, tag, requireInteraction: true })
    notification.addEventListener('click', () => {
      window.focus()
      notification.close()
      onOpen()
    })
    return () => notification.close()
  } catch (error) {
    // Mobile browsers have the permission but allow this to service workers only.
    log.warning('The desktop notification could not be shown', error)
    return undefined
  }
}
