import { expect, test } from 'vitest'
import { viewOf } from './view.ts'

test('the CAD and everything under it is the CAD view', () => {
  expect(viewOf('/cad').isCad).toBe(true)
  expect(viewOf('/cad/desktop').isCad).toBe(true)
  for (const path of ['/livemap', '/admin/cad-values']) expect(viewOf(path).isCad).toBe(false)
})

test('the CAD desktop and the live map are the desktop view', () => {
  expect(viewOf('/cad/desktop').isDesktop).toBe(true)
  expect(viewOf('/livemap').isDesktop).toBe(true)
  expect(viewOf('/cad').isDesktop).toBe(false)
})

test('the footer shows everywhere but on the desktop, the live map and the login page', () => {
  for (const path of ['/user/home', '/404', '/dui', '/cad', '/setup']) expect(viewOf(path).hasFooter).toBe(true)
  for (const path of ['/cad/desktop', '/livemap', '/login']) expect(viewOf(path).hasFooter).toBe(false)
})

test('the footer has its options on settings pages only', () => {
  expect(viewOf('/user/settings').hasFooterOptions).toBe(true)
  expect(viewOf('/user/home').hasFooterOptions).toBe(false)
})
