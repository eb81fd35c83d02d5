import { expect, test } from 'vitest'
import { findTooMany } from './pages.ts'

const scripts = (count: number) => Array.from({ length: count }, (_, index) => `assets/file-${index}.js`)
const page = (path: string, count: number) => ({
  path,
  files: [...scripts(count), 'assets/page.css'],
  calls: { signedOut: [], signedIn: [] },
})
const FINE = ['/login', '/user/home', '/cad/desktop', '/livemap', '/admin/users'].map((path) => page(path, 6))

test('a page in as many files as it may is fine, stylesheets aside', () => {
  expect(findTooMany([...FINE, page('/admin/roles', 10)], scripts(6))).toEqual([])
})

test('one file more fails the build', () => {
  expect(findTooMany([...FINE.slice(1), page('/login', 7)], scripts(6))).toEqual(['/login: 13 of 12'])
  expect(findTooMany([...FINE, page('/admin/roles', 11)], scripts(6))).toEqual(['/admin/roles: 17 of 16'])
})

test('a page that is no longer found is not taken for a small one', () => {
  expect(findTooMany(FINE.slice(1), scripts(6))).toEqual(['/login is no page'])
})
