import { isSteamHex } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { cleanSteamHex, steam64ToHex, steamHexState } from './SteamHexField.tsx'

test('a steamID64 becomes the hex that game servers use', () => {
  expect(steam64ToHex('76561197960287930')).toBe('1100001000056ba')
  expect(steam64ToHex(' 76561198129753149 ')).toBe('11000010a1a2c3d')
  expect(isSteamHex(steam64ToHex('76561197960265728') ?? '')).toBe(true)
})

test('numbers that are nobody’s account are refused', () => {
  for (const text of ['', '123', '7656119796028793', '765611979602879300', '76561197960265727', '99999999999999999', '7656119796028793a'])
    expect(steam64ToHex(text)).toBeNull()
})

test('a prefix and spaces that people paste along are taken off', () => {
  expect(cleanSteamHex(' steam:1100001000056BA\n')).toBe('1100001000056ba')
  expect(cleanSteamHex('STEAM:11 00')).toBe('1100')
})

test.each([
  ['', 'empty', '15 characters, 0–9 and a–f'],
  ['1100', 'short', '4 of 15 characters'],
  ['11000g', 'wrong', '“g” is not one of 0–9 and a–f'],
  ['1100001000056ba', 'good', '15 of 15 characters, looks right'],
  ['1100001000056baff', 'wrong', 'Too long: 17 of 15 characters'],
  ['76561197960287930', 'steam64', 'This is a steamID64, the same number in decimal'],
])('%j is %s', (value, kind, text) => {
  expect(steamHexState(value)).toEqual({ kind, text })
})
