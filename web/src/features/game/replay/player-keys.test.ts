import { expect, test } from 'vitest'
import { keyAction } from './player-keys.ts'

const press = (key: string, over: Partial<Parameters<typeof keyAction>[0]> = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...over,
})

test.each([
  [' ', 'toggle'],
  ['k', 'toggle'],
  ['K', 'toggle'],
  ['j', 'slower'],
  ['l', 'faster'],
  ['n', 'nextCall'],
  ['p', 'previousCall'],
  ['f', 'follow'],
  ['?', 'help'],
  ['Escape', 'close'],
])('%j means %s', (key, kind) => {
  expect(keyAction(press(key), 'page')).toEqual({ kind })
})

test('arrows go ten seconds, with Shift a minute', () => {
  expect(keyAction(press('ArrowLeft'), 'page')).toEqual({ kind: 'seekBy', ms: -10_000 })
  expect(keyAction(press('ArrowRight', { shiftKey: true }), 'button')).toEqual({ kind: 'seekBy', ms: 60_000 })
})

test('digits, Home and End go to a share of the time', () => {
  expect(keyAction(press('3'), 'page')).toEqual({ kind: 'seekShare', share: 0.3 })
  expect(keyAction(press('Home'), 'page')).toEqual({ kind: 'seekShare', share: 0 })
  expect(keyAction(press('End'), 'page')).toEqual({ kind: 'seekShare', share: 1 })
})

test('a button keeps Space, the map its arrows, a field everything, and the browser its shortcuts', () => {
  expect(keyAction(press(' '), 'button')).toBeNull()
  expect(keyAction(press('ArrowLeft'), 'map')).toBeNull()
  expect(keyAction(press('k'), 'map')).toEqual({ kind: 'toggle' })
  expect(keyAction(press('j'), 'field')).toBeNull()
  expect(keyAction(press('l', { ctrlKey: true }), 'page')).toBeNull()
})
