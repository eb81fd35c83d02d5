import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearToken, setToken } from '../session/token.ts'
import { localStore } from '../storage/storage.ts'
import { startTabletFrame } from './tablet.ts'

const GAME = 'https://cfx-nui-tenfour'
/** Elements open on the page, such as a dialog. */
const open: object[] = []
const posted = vi.fn<(message: unknown, origin: string) => void>()

/** A framed page, as scripts see it. */
function framed(by: string | null = GAME): { page: Window; press: (key: string, prevent?: boolean) => void } {
  const page = new EventTarget()
  Object.assign(page, { parent: { postMessage: posted }, location: { ancestorOrigins: by === null ? [] : [by] } })
  Object.assign(page, { document: { querySelectorAll: () => open } })
  return {
    page: page as unknown as Window,
    press: (key, prevent = false) => {
      const event = Object.assign(new Event('keydown', { cancelable: true }), { key })
      if (prevent) event.preventDefault()
      page.dispatchEvent(event)
    },
  }
}
beforeEach(() => {
  localStore.setItem('isTablet', 'true')
  clearToken()
  posted.mockReset()
})
afterEach(() => {
  localStore.removeItem('isTablet')
  open.length = 0
})

test('the game is told whether somebody is signed in, at first and whenever it changes', () => {
  startTabletFrame(['https://cfx-nui-*'], framed().page)
  setToken('one')
  setToken('two')
  clearToken()
  expect(posted.mock.calls).toEqual([
    [{ type: 'tablet.session', isSignedIn: false }, GAME],
    [{ type: 'tablet.session', isSignedIn: true }, GAME],
    [{ type: 'tablet.session', isSignedIn: false }, GAME],
  ])
})

test('another page that frames the portal is told nothing, nor is any page outside of tablet mode', () => {
  startTabletFrame(['https://cfx-nui-*'], framed('https://elsewhere.example').page)
  startTabletFrame(['https://cfx-nui-*'], framed(null).page)
  localStore.removeItem('isTablet')
  startTabletFrame(['https://cfx-nui-*'], framed().page)
  expect(posted).not.toHaveBeenCalled()
})

test('keys the portal has no use for are passed on, and what is typed is not', () => {
  const { page, press } = framed()
  startTabletFrame(['https://cfx-nui-*'], page)
  posted.mockReset()
  for (const key of ['a', 'Enter', 'Escape', 'F6']) press(key)
  press('Escape', true)
  expect(posted.mock.calls.map(([message]) => message)).toEqual([
    { type: 'tablet.key', key: 'Escape' },
    { type: 'tablet.key', key: 'F6' },
  ])
})

test('Escape closes what is open in the portal first', () => {
  const { page, press } = framed()
  startTabletFrame(['https://cfx-nui-*'], page)
  posted.mockReset()
  open.push({})
  press('Escape')
  expect(posted).not.toHaveBeenCalled()
  open.length = 0
  press('Escape')
  expect(posted).toHaveBeenCalledTimes(1)
})
