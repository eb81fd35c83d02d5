import { expect, test } from 'vitest'
import { readRouteTable } from './route-table.ts'

const code = `
const rootRoute = createPortalRoot()
const Area = lazyPage(async () => (await import('../features/admin/Area.tsx')).Area)
const shell = frame(rootRoute, 'shell', { component: lazyPage(async () => (await import('./Shell.tsx')).Shell) })
const area = page(shell, '/admin', { component: Area })
const rows = area.addChildren([
  page(area, '/', { title: 'Admin', component: lazyPage(async () => (await import('./Admin.tsx')).Admin), firstCalls: ['listServers'] }),
  page(area, '/users/$userId', { component: lazyPage(async () => (await import('./User.tsx')).User) }),
])
const lists = frame(shell, 'lists', { component: lazyPage(async () => (await import('./Lists.tsx')).Lists) })
const item = page(lists, '/lists/$itemId')
const other = page(rootRoute, '$', { leadsTo: '/404' })
export const outer = (root) => [
  page(root, '/', { leadsTo: '/admin' }),
  page(root, '/login', { component: lazyPage(async () => (await import('./Login.tsx')).Login) }),
]
`
const table = readRouteTable([{ file: '/web/src/app/routes.ts', code }])
const at = (path: string) => table.find((route) => route.path === path)

test('a page has its own module and those of the areas it lies in', () => {
  expect(at('/admin/users/$userId')).toEqual({
    path: '/admin/users/$userId',
    modules: ['/web/src/app/Shell.tsx', '/web/src/features/admin/Area.tsx', '/web/src/app/User.tsx'],
    isBehindSignIn: true,
    firstCalls: [],
  })
  expect(at('/login')).toMatchObject({ modules: ['/web/src/app/Login.tsx'], isBehindSignIn: false })
})

test('the page at the root of an area is the area’s, and a way to a page is that page with its first calls', () => {
  expect(at('/admin')).toMatchObject({ firstCalls: ['listServers'] })
  expect(at('/admin')?.modules.at(-1)).toBe('/web/src/app/Admin.tsx')
  expect(at('/')).toEqual({ ...at('/admin'), path: '/' })
})

test('an address below a frame that draws all of them is a page', () => {
  expect(at('/lists/$itemId')?.modules).toEqual(['/web/src/app/Shell.tsx', '/web/src/app/Lists.tsx'])
})

test('any other address is no page', () => {
  expect(table.map(({ path }) => path).toSorted()).toEqual(['/', '/admin', '/admin/users/$userId', '/lists/$itemId', '/login'])
})
