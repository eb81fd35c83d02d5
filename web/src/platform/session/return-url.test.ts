import { describe, expect, test } from 'vitest'
import { isOwnPath, loginUrlFor, returnUrlFrom } from './return-url.ts'

describe('after signing in', () => {
  test('home is where you land when nothing was asked for', () => {
    expect(returnUrlFrom('')).toBe('/user/home')
    expect(returnUrlFrom('?returnUrl=')).toBe('/user/home')
  })
  test('returnUrl comes first, then redirect', () => {
    expect(returnUrlFrom('?redirect=/cad&returnUrl=/warrants')).toBe('/warrants')
    expect(returnUrlFrom('?redirect=%2Flivemap%3FserverId%3D1')).toBe('/livemap?serverId=1')
  })
  test('an unusable returnUrl leaves redirect to decide', () => {
    expect(returnUrlFrom('?returnUrl=https://evil.example&redirect=/cad')).toBe('/cad')
  })
  test('other query parameters are carried over, token, returnUrl and redirect are not', () => {
    expect(returnUrlFrom('?tablet=true&token=secret&returnUrl=/cad&a=1&a=2')).toBe('/cad?tablet=true&a=1&a=2')
    expect(returnUrlFrom('?tablet=true')).toBe('/user/home?tablet=true')
  })
  test('carried parameters join those of the return URL without overriding them, and before its fragment', () => {
    expect(returnUrlFrom('?serverId=9&x=1&returnUrl=%2Flivemap%3FserverId%3D2%23map')).toBe('/livemap?serverId=2&x=1#map')
  })
  test('the login page does not lead back to itself', () => {
    expect(returnUrlFrom('?redirect=/login')).toBe('/user/home')
    expect(returnUrlFrom('?redirect=/login%3Fredirect%3D/cad')).toBe('/user/home')
    expect(returnUrlFrom('?redirect=/./login')).toBe('/user/home')
    expect(returnUrlFrom('?redirect=/login/discord')).toBe('/user/home')
    expect(returnUrlFrom('?redirect=/logins')).toBe('/logins')
  })
  test('the address the guard builds leads back to where it came from', () => {
    const original = '/livemap?serverId=1&name=a%20b&c=%26#x'
    expect(returnUrlFrom(loginUrlFor(original).slice('/login'.length))).toBe('/livemap?serverId=1&name=a%20b&c=%26#x')
  })
})

describe('only paths on this origin are followed', () => {
  test.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\u0000//evil.example',
    ' //evil.example',
    'https://evil.example/user/home',
    'HTTPS:evil.example',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,hi',
    'user/home',
    'evil.example',
    '?x=1',
    '',
  ])('%j is refused', (path) => {
    expect(isOwnPath(path)).toBe(false)
    expect(returnUrlFrom(`?${new URLSearchParams({ returnUrl: path }).toString()}`)).toBe('/user/home')
  })

  test('a path that becomes another host once its dots are resolved is refused', () => {
    expect(returnUrlFrom('?returnUrl=/.//evil.example')).toBe('/user/home')
    expect(returnUrlFrom('?returnUrl=/x/..//evil.example')).toBe('/user/home')
  })

  test.each(['/user/home', '/livemap?serverId=1', '/a%2F%2Fb', '/user/home#top', '/@evil.example'])('%s is followed', (path) => {
    expect(isOwnPath(path)).toBe(true)
  })
})
