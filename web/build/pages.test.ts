import { accessSubject, ENDPOINTS, isAllowed, type EndpointName } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { buildUser } from '../src/app/testing/build-user.ts'
import { findTooMany, firstCallsOf, routeTable } from './pages.ts'

const scripts = (count: number) => Array.from({ length: count }, (_, index) => `assets/file-${index}.js`)
const page = (path: string, count: number) => ({
  path,
  files: [...scripts(count), 'assets/page.css'],
  calls: { signedOut: [], signedIn: [] },
})
const FINE = ['/login', '/user/home', '/cad/desktop', '/livemap', '/admin/users'].map((path) => page(path, 6))

test('a page in as many files as it may is fine, stylesheets aside', () => {
  expect(findTooMany([...FINE, page('/admin/roles', 11)], scripts(6))).toEqual([])
})

test('one file more fails the build', () => {
  expect(findTooMany([...FINE.slice(1), page('/login', 7)], scripts(6))).toEqual(['/login: 13 of 12'])
  expect(findTooMany([...FINE, page('/admin/roles', 12)], scripts(6))).toEqual(['/admin/roles: 18 of 17'])
})

test('a page that is no longer found is not taken for a small one', () => {
  expect(findTooMany(FINE.slice(1), scripts(6))).toEqual(['/login is no page'])
})

test('first calls of pages behind the sign-in only read, and are allowed to every member', () => {
  const nobody = buildUser()
  const early = routeTable().filter(({ firstCalls, isBehindSignIn }) => isBehindSignIn && firstCalls.length > 0)
  expect(early.map(({ path }) => path)).toEqual(expect.arrayContaining(['/', '/user/home', '/cad/desktop', '/livemap', '/admin/users']))
  for (const call of early.flatMap(({ firstCalls }) => firstCalls)) {
    const { method, path, access } = ENDPOINTS[call.split('?')[0] as EndpointName]
    const isLetIn = isAllowed(access, accessSubject(nobody), { userId: nobody.userId })
    expect({ path, method, isLetIn }).toEqual({ path, method: 'GET', isLetIn: true })
  }
})

test('a first call is asked with the query that stands behind its name', () => {
  const { signedIn } = firstCallsOf({ firstCalls: ['listTopPatrols?period=week&by=hours'], isBehindSignIn: true })
  expect(signedIn).toContain('/api/user/getTopUserPatrols?period=week&by=hours')
})

test('only the user’s own number is filled in', () => {
  const calls = routeTable().flatMap((page) => firstCallsOf(page).signedIn)
  expect([...new Set(calls.flatMap((path) => path.match(/:\w+/g) ?? []))]).toEqual([':userId'])
})

test('a first call without a session is only whether the portal is set up', () => {
  expect(routeTable().flatMap((page) => firstCallsOf(page).signedOut)).toEqual(['/api/setup'])
  expect(firstCallsOf({ firstCalls: [], isBehindSignIn: false })).toEqual({ signedOut: [], signedIn: [] })
  expect(() => firstCallsOf({ firstCalls: ['listNothing'], isBehindSignIn: true })).toThrow('listNothing')
})
