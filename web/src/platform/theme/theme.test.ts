import { expect, test, vi } from 'vitest'
import { createPortalTheme, createCadTheme } from './theme.ts'

function build({ stored = null as string | null, isDeviceDark = false } = {}) {
  const kept = new Map(stored === null ? [] : [['theme', stored]])
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const device = Object.assign(new EventTarget(), { matches: isDeviceDark })
  return { kept, device, theme: createPortalTheme(store, () => device) }
}

test.each([
  [null, false, 'cad-light-theme'],
  [null, true, 'cad-dark-theme'],
  ['system', true, 'cad-dark-theme'],
  ['light', true, 'cad-light-theme'],
  ['dark', false, 'cad-dark-theme'],
  ['sepia', false, 'cad-light-theme'],
])('%s chosen on a device that prefers dark: %s shows %s', (stored, isDeviceDark, shown) => {
  expect(build({ stored, isDeviceDark }).theme.shown.get()).toBe(shown)
})

test('a choice is shown at once and kept for the next visit', () => {
  const { theme, kept } = build()
  const listener = vi.fn()
  theme.shown.subscribe(listener)
  theme.choose('dark')
  expect(theme.shown.get()).toBe('cad-dark-theme')
  expect(listener).toHaveBeenCalledOnce()
  expect(kept.get('theme')).toBe('dark')
})

test('while the device decides, its changes are followed until nobody listens', () => {
  const { theme, device } = build()
  const listener = vi.fn()
  const stop = theme.shown.subscribe(listener)
  device.matches = true
  device.dispatchEvent(new Event('change'))
  expect(listener).toHaveBeenCalledOnce()
  expect(theme.shown.get()).toBe('cad-dark-theme')
  stop()
  device.dispatchEvent(new Event('change'))
  expect(listener).toHaveBeenCalledOnce()
})

test('the CAD is dark until it is switched, and dark again when switched back', () => {
  const theme = createCadTheme()
  const listener = vi.fn()
  theme.subscribe(listener)
  expect(theme.get()).toBe('cad-dark-theme')
  theme.toggle()
  expect(theme.get()).toBe('cad-light-theme')
  theme.toggle()
  expect(theme.get()).toBe('cad-dark-theme')
  expect(listener).toHaveBeenCalledTimes(2)
})

test('a new page starts dark, whatever was chosen before', () => {
  createCadTheme().toggle()
  expect(createCadTheme().get()).toBe('cad-dark-theme')
})
