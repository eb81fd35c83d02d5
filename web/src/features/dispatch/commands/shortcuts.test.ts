import { UNIT_STATUS } from '@tenfour/contract'
import { describe, expect, test } from 'vitest'
import { shortcutGroups, shortcutOf } from './shortcuts.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false, isComposing: false }
const idle = { isTyping: false, isCovered: false, hasSingleKeys: true }
const pressed = (key: string, over: Partial<typeof plain> = {}, situation: Partial<typeof idle> = {}) =>
  shortcutOf({ key, ...plain, ...over }, { ...idle, ...situation })

describe('a key pressed anywhere', () => {
  test('opens the command line, a new call, the list of keys', () => {
    expect(pressed('/')).toEqual({ kind: 'command-line' })
    expect(pressed('/', { shiftKey: true })).toEqual({ kind: 'command-line' })
    expect(pressed('k', { ctrlKey: true })).toEqual({ kind: 'command-line' })
    expect(pressed('K', { metaKey: true })).toEqual({ kind: 'command-line' })
    expect(pressed('n')).toEqual({ kind: 'new-call' })
    expect(pressed('?', { shiftKey: true })).toEqual({ kind: 'guide' })
  })

  test('sets one’s own status in the order of the status bar', () => {
    expect(pressed('1')).toEqual({ kind: 'status', status: UNIT_STATUS.inService })
    expect(pressed('4')).toEqual({ kind: 'status', status: UNIT_STATUS.onScene })
    expect(pressed('7')).toEqual({ kind: 'status', status: UNIT_STATUS.offDuty })
    for (const key of ['0', '8', '9', 'F1', 'Enter', 'é']) expect(pressed(key)).toBeNull()
  })

  test('is left alone while something is typed; only Ctrl+K is not', () => {
    for (const key of ['/', 'n', '1', '?']) expect(pressed(key, {}, { isTyping: true })).toBeNull()
    expect(pressed('k', { ctrlKey: true }, { isTyping: true })).toEqual({ kind: 'command-line' })
  })

  test('is left alone under a dialog, within a composed character, and with other modifiers', () => {
    for (const key of ['/', 'n', '1']) {
      expect(pressed(key, {}, { isCovered: true })).toBeNull()
      expect(pressed(key, { isComposing: true })).toBeNull()
      expect(pressed(key, { ctrlKey: true })).toBeNull()
      expect(pressed(key, { metaKey: true })).toBeNull()
      expect(pressed(key, { altKey: true })).toBeNull()
    }
    expect(pressed('k', { ctrlKey: true }, { isCovered: true })).toBeNull()
    expect(pressed('k', { ctrlKey: true, shiftKey: true })).toBeNull()
    expect(pressed('N', { shiftKey: true })).toBeNull()
  })

  test('that is held down does it once', () => {
    expect(pressed('n', { repeat: true })).toBeNull()
  })

  test('by itself can be switched off, and Ctrl+K stays', () => {
    for (const key of ['/', 'n', '1', '?']) expect(pressed(key, {}, { hasSingleKeys: false })).toBeNull()
    expect(pressed('k', { ctrlKey: true }, { hasSingleKeys: false })).toEqual({ kind: 'command-line' })
  })
})

test('every key that does something by itself is in the list of keys', () => {
  const listed = shortcutGroups().flatMap(({ shortcuts }) => shortcuts.filter(({ isSingle }) => isSingle).flatMap(({ keys }) => keys))
  const working = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).filter(
    (key) => pressed(key) !== null,
  )
  expect(new Set(working.map((key) => key.toUpperCase()))).toEqual(new Set(listed))
})
