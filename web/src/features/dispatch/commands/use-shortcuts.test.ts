import { expect, test } from 'vitest'
import { featureKeyOf } from './use-shortcuts.ts'

const run = () => undefined
const takeBack = { keys: ['Z'], does: 'Undo', isSingle: true, run }
const groups = [
  { title: 'In a list', shortcuts: [{ keys: ['A'], does: 'Send units' }] },
  { title: 'Repair', shortcuts: [takeBack] },
]
const press = { key: 'z', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false, isComposing: false }
const free = { isTyping: false, isCovered: false, hasSingleKeys: true }

test('a declared key with something to do is found by its letter', () => {
  expect(featureKeyOf(groups, press, free)).toBe(takeBack)
  expect(featureKeyOf(groups, { ...press, key: 'Z' }, free)).toBe(takeBack)
})

test('keys that are only described, and unknown ones, are left alone', () => {
  expect(featureKeyOf(groups, { ...press, key: 'a' }, free)).toBeUndefined()
  expect(featureKeyOf(groups, { ...press, key: 'x' }, free)).toBeUndefined()
})

test.each(['ctrlKey', 'metaKey', 'altKey', 'shiftKey', 'repeat', 'isComposing'] as const)('with %s it is another key', (modifier) => {
  expect(featureKeyOf(groups, { ...press, [modifier]: true }, free)).toBeUndefined()
})

test('nothing happens while typing, under a dialog, or with single keys off', () => {
  expect(featureKeyOf(groups, press, { ...free, isTyping: true })).toBeUndefined()
  expect(featureKeyOf(groups, press, { ...free, isCovered: true })).toBeUndefined()
  expect(featureKeyOf(groups, press, { ...free, hasSingleKeys: false })).toBeUndefined()
})
