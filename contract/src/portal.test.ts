import { expect, test } from 'vitest'
import { originMatches } from './portal.ts'

const GAME = ['https://cfx-nui-*']

test.each(['https://cfx-nui-tenfour', 'https://cfx-nui-my_resource', 'https://cfx-nui-a-b-c', 'https://cfx-nui-X9'])(
  '%s is a page of the game',
  (origin) => {
    expect(originMatches(origin, GAME)).toBe(true)
  },
)

test.each([
  ['nothing where the star stands', 'https://cfx-nui-'],
  ['a host of someone else with the pattern as its prefix', 'https://cfx-nui-tenfour.evil.example'],
  ['the pattern as its suffix', 'https://evil.example/https://cfx-nui-tenfour'],
  ['the pattern behind a user name', 'https://cfx-nui-tenfour@evil.example'],
  ['another scheme', 'http://cfx-nui-tenfour'],
  ['a port', 'https://cfx-nui-tenfour:8443'],
  ['a path', 'https://cfx-nui-tenfour/'],
  ['a line break behind it', 'https://cfx-nui-tenfour\n'],
  ['a line break before it', '\nhttps://cfx-nui-tenfour'],
  ['a label before it', 'https://x.cfx-nui-tenfour'],
  ['upper case in the fixed part', 'HTTPS://CFX-NUI-tenfour'],
  ['the null origin', 'null'],
  ['an empty origin', ''],
  ['a letter that only looks the same', 'https://cfx-nui-tеnfour'],
])('%s is refused: %j', (_what, origin) => {
  expect(originMatches(origin, GAME)).toBe(false)
})

test('a dot in a pattern matches only a dot, and other regular expression characters match themselves', () => {
  expect(originMatches('https://portal.example', ['https://portal.example'])).toBe(true)
  expect(originMatches('https://portalXexample', ['https://portal.example'])).toBe(false)
  expect(originMatches('https://aaa', ['https://a+'])).toBe(false)
  expect(originMatches('https://b', ['https://(a|b)'])).toBe(false)
  expect(originMatches('https://a', ['https://[ab]'])).toBe(false)
})

test('a star stands for one part of a label, never for a dot', () => {
  expect(originMatches('https://a.example.com', ['https://*.example.com'])).toBe(true)
  expect(originMatches('https://a.b.example.com', ['https://*.example.com'])).toBe(false)
  expect(originMatches('https://example.com', ['https://*.example.com'])).toBe(false)
  expect(originMatches('https://evilexample.com', ['https://*.example.com'])).toBe(false)
  expect(originMatches('https://anything.at.all', ['https://*'])).toBe(false)
})

test('a port is part of the origin', () => {
  expect(originMatches('http://localhost:5173', ['http://localhost:5173'])).toBe(true)
  expect(originMatches('http://localhost:51730', ['http://localhost:5173'])).toBe(false)
  expect(originMatches('http://localhost', ['http://localhost:5173'])).toBe(false)
})

test('any of several patterns can match, and without patterns nothing matches', () => {
  expect(originMatches('https://b.example', ['https://a.example', 'https://b.example'])).toBe(true)
  expect(originMatches('https://b.example', [])).toBe(false)
})

test('a long malicious origin is answered quickly', () => {
  const started = Date.now()
  expect(originMatches(`https://cfx-nui-${'a-'.repeat(8000)}!`, GAME)).toBe(false)
  expect(Date.now() - started).toBeLessThan(1000)
})
