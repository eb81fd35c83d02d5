import { accessSubject, isAllowed } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { buildUser } from '../src/app/testing/build-user.ts'
import { EARLY, firstCalls } from './first-calls.ts'

test('what is asked early is only read, and by nobody who may not', () => {
  const nobody = buildUser()
  for (const { method, path, access } of Object.values(EARLY).flat()) {
    const isLetIn = isAllowed(access, accessSubject(nobody), { userId: nobody.userId })
    expect({ path, method, isLetIn }).toEqual({ path, method: 'GET', isLetIn: true })
  }
})

test('only the user’s own number is filled in', () => {
  const unknown = Object.values(EARLY).flatMap((endpoints) => endpoints.flatMap(({ path }) => path.match(/:\w+/g) ?? []))
  expect([...new Set(unknown)]).toEqual([':userId'])
})

test('who has no session is asked for nothing that needs one', () => {
  expect(firstCalls('/login', false).signedOut).toEqual(['/api/setup'])
  expect(firstCalls('/user/home', true).signedOut).toEqual([])
  expect(firstCalls('/404', false)).toEqual({ signedOut: [], signedIn: [] })
})
