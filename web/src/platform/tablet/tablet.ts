import { localStore } from '../storage/storage.ts'
import { originMatches, type TabletMessage } from '@tenfour/contract'
import { getToken, onToken } from '../session/token.ts'

const KEY = 'isTablet'

const isTabletUrl = (url: string): boolean => url.includes('tablet=true')

export const isTablet = (): boolean => localStore.getItem(KEY) === 'true'

export function setTablet(on: boolean): void {
  if (on) localStore.setItem(KEY, 'true')
  else localStore.removeItem(KEY)
  document.documentElement.toggleAttribute('data-tablet', on)
}

/** Enables tablet mode if the address asks for it; otherwise keeps the last setting. */
export const applyTabletMode = (url: string): void => setTablet(isTabletUrl(url) || isTablet())

/** Escape closes these first; only an Escape nothing on the page handles closes the tablet. */
const OPEN = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [aria-modal="true"], [aria-expanded="true"]'
const isForTablet = (key: string) => key === 'Escape' || /^F\d{1,2}$/.test(key)

/** Tells the page that frames the portal in the game what it can't observe itself. Other origins are told nothing. */
export function startTabletFrame(frameOrigins: readonly string[], page: Window = window): void {
  const framing = page.location.ancestorOrigins?.[0]
  if (!isTablet() || page.parent === page || framing === undefined || !originMatches(framing, frameOrigins)) return
  const send = (message: TabletMessage) => page.parent.postMessage(message, framing)

  let lastSent: boolean | undefined
  const sendSession = (isSignedIn: boolean) => {
    if (lastSent !== isSignedIn) send({ type: 'tablet.session', isSignedIn })
    lastSent = isSignedIn
  }
  sendSession(getToken() !== null)
  onToken(sendSession)

  let wasOpen = false
  // Checked before anything closes on the key, and after.
  page.addEventListener('keydown', () => void (wasOpen = isAnythingOpen(page.document)), { capture: true })
  page.addEventListener('keydown', ({ key, defaultPrevented, repeat }) => {
    if (isForTablet(key) && !defaultPrevented && !repeat && !(key === 'Escape' && wasOpen)) send({ type: 'tablet.key', key })
  })
}

const isAnythingOpen = (page: Document): boolean =>
  [...page.querySelectorAll<HTMLElement>(OPEN)].some((element) => element.checkVisibility?.() ?? true)
