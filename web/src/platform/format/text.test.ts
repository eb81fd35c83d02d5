import { describe, expect, test } from 'vitest'
import { logLevelName } from '../log/log.ts'
import { firstWord, initials, pad, reverse, truncate, withDefault } from './text.ts'

describe('first word of a name', () => {
  test.each([
    ['Rosa Delgado', 'Rosa'],
    ['  Rosa   Maria ', 'Rosa'],
    ['Rosa\tDelgado', 'Rosa'],
    ['Cher', 'Cher'],
    ['Jean-Luc Picard', 'Jean-Luc'],
    ['', ''],
    ['   ', ''],
    [null, ''],
    [undefined, ''],
  ])('of %j is %j', (name, expected) => expect(firstWord(name)).toBe(expected))
})

describe('zero padding', () => {
  test.each([
    [42, '00042'],
    ['42', '00042'],
    [0, '00000'],
    ['', '00000'],
    [123456, '123456'],
    [-42, '-0042'],
    [null, ''],
    [undefined, ''],
    [Number.NaN, ''],
  ])('of %j is %j', (value, expected) => expect(pad(value)).toBe(expected))

  test('takes another width and filling', () => {
    expect(pad(7, 2)).toBe('07')
    expect(pad('x', 4, '·')).toBe('···x')
    expect(pad('x', 0)).toBe('x')
  })
})

describe('reverse', () => {
  test('turns text and lists round', () => {
    expect(reverse('abc')).toBe('cba')
    expect(reverse([1, 2, 3])).toEqual([3, 2, 1])
  })
  test('keeps what is drawn as one character in one piece', () => {
    expect(reverse('a👮🏽‍♀️é')).toBe('é👮🏽‍♀️a')
  })
  test('leaves the list it was given alone', () => {
    const list = [1, 2]
    reverse(list)
    expect(list).toEqual([1, 2])
  })
  test('of nothing is nothing', () => {
    expect(reverse('')).toBe('')
    expect(reverse([])).toEqual([])
    expect(reverse(null)).toBe('')
    expect(reverse(undefined)).toBe('')
  })
})

describe('truncation', () => {
  test.each([
    ['12345678901234567890', '12345678901234567890'],
    ['123456789012345678901', '12345678901234567890…'],
    ['Great Ocean Highway at Banham Canyon', 'Great Ocean Highway…'],
    ['', ''],
    [null, ''],
    [undefined, ''],
  ])('of %j is %j', (text, expected) => expect(truncate(text)).toBe(expected))

  test('takes another length and ellipsis', () => {
    expect(truncate('abcdef', 3)).toBe('abc…')
    expect(truncate('abcdef', 3, '...')).toBe('abc...')
    expect(truncate('abcdef', 0)).toBe('…')
    expect(truncate('abcdef', -4)).toBe('…')
  })
  test('counts an emoji as one character', () => {
    expect(truncate('👮🏽‍♀️👮🏽‍♀️👮🏽‍♀️', 2)).toBe('👮🏽‍♀️👮🏽‍♀️…')
  })
})

describe('default value', () => {
  test.each([null, undefined, '', '   ', Number.NaN])('stands in for %j', (value) => expect(withDefault(value, '–')).toBe('–'))
  test.each([0, false, 'x', []])('does not stand in for %j', (value) => expect(withDefault(value, '–')).toBe(value))
})

describe('log-level names', () => {
  test.each([
    [500, 'Error'],
    [400, 'Warning'],
    [300, 'Info'],
    [200, 'Debug'],
    [100, 'Unknown'],
    [0, 'Unknown'],
    [Number.NaN, 'Unknown'],
    [null, 'Unknown'],
    [undefined, 'Unknown'],
  ])('%j is %s', (level, name) => expect(logLevelName(level)).toBe(name))
})

describe('initials', () => {
  test.each([
    ['Rosa Delgado', 'RD'],
    ['  rosa   maria delgado ', 'RD'],
    ['Rosa', 'R'],
    ['éva Ångström', 'ÉÅ'],
    ['', ''],
    [null, ''],
  ])('of %j are %j', (name, expected) => expect(initials(name)).toBe(expected))
})
