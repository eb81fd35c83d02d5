import { expect, test } from 'vitest'
import { desktopKey } from './shortcuts.ts'

const none = { key: '', code: '', altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }

test('F6 steps through the panels, with Shift the other way', () => {
  expect(desktopKey({ ...none, key: 'F6', code: 'F6' })).toBe(1)
  expect(desktopKey({ ...none, key: 'F6', code: 'F6', shiftKey: true })).toBe(-1)
})

test('Alt and a digit name a panel, whatever character the keyboard makes of them', () => {
  expect(desktopKey({ ...none, key: '¡', code: 'Digit1', altKey: true })).toEqual({ panel: 0 })
  expect(desktopKey({ ...none, key: '0', code: 'Digit0', altKey: true })).toBeNull()
})

test('keys typed into a field, and keys of the browser or AltGr, are left alone', () => {
  for (const over of [{}, { ctrlKey: true }, { ctrlKey: true, altKey: true }, { metaKey: true }, { shiftKey: true, altKey: true }])
    expect(desktopKey({ ...none, key: '1', code: 'Digit1', ...over })).toBeNull()
})
