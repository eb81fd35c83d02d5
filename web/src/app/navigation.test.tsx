// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { DEPARTMENT, ENDPOINTS, FEATURE_SWITCHES, listServers, me, portal911, type CurrentUser, type Endpoint } from '@tenfour/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { portalConfig, setPortalConfig } from '../platform/config/config.ts'
import { setSwitchedOff } from '../platform/features/features.ts'
import { queryClient } from '../platform/query/query-client.ts'
import { currentUserQuery } from '../platform/session/session.ts'
import { clearToken, setToken } from '../platform/session/token.ts'
import { setTablet } from '../platform/tablet/tablet.ts'
import { PageTabs } from '../platform/view/PageTabs.tsx'
import { ThemeProvider } from '../ui/ThemeProvider.tsx'
import { judge } from './access.ts'
import { guard } from './guards.ts'
import { routeTree } from './routes.ts'
import { parseSearch, stringifySearch } from './router.tsx'
import { buildDepartment, buildUser, withSigning } from './testing/build-user.ts'
import { sampleOf } from './testing/sample.ts'

const CAD = [buildDepartment(DEPARTMENT.COMM, { type: 'Comms' }, true)]
const SERVERS = ['Server 1', 'Development'].map((name, index) => ({ serverId: index + 1, name, environment: 'prod', version: 1 }))

let user: CurrentUser
const GETS = Object.values<Endpoint>(ENDPOINTS).filter(({ method }) => method === 'GET')
const fits = (path: string) => (endpoint: Endpoint) => new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
/** Every call is answered, with one of whatever it lists. */
const answer = async (url: string): Promise<Response> => {
  const endpoint = GETS.find(fits(url.split('?')[0]!))
  if (!endpoint) return new Response('{}', { status: 404 })
  if (endpoint === me) return Response.json(user)
  return Response.json(endpoint === listServers ? SERVERS : sampleOf(endpoint.response))
}

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(answer))
  // As on a phone, where the bar shows what is in its menus.
  const nothing = () => undefined
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener: nothing,
    removeEventListener: nothing,
  }))
  setPortalConfig({ apiKey: 'key', communityName: 'Our Town', version: '1', build: '', providerUrl: '', frameOrigins: [], switchedOff: [] })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  clearToken()
  queryClient.clear()
  setTablet(false)
  setSwitchedOff([])
})

async function open(path: string, as: CurrentUser) {
  user = as
  setToken('a token')
  queryClient.setQueryData(currentUserQuery.queryKey, as)
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree, context: { loadAllRoutes: async () => undefined }, history, parseSearch, stringifySearch })
  await router.load()
  render(
    <ThemeProvider portalTheme="cad-light-theme">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  return router
}
const settle = (ms = 150) => act(() => new Promise((drawn) => setTimeout(drawn, ms)))
const anchors = (place: ParentNode) => [...place.querySelectorAll('a')].map((link) => [wordsOf(link), link.getAttribute('href')])
const wordsOf = (element: Element) =>
  [...element.childNodes]
    .filter((node) => !(node instanceof Element && node.hasAttribute('aria-hidden')))
    .map(({ textContent }) => textContent)
    .join('')
    .trim()

describe('the bar', () => {
  /** Section 2 of the specification, in its order; the title first. */
  const TITLE = ['Our Town', '/user/home']
  const ALWAYS = [
    ['Dashboard', '/user/home'],
    ['Patrol', '/user/patrol'],
  ]
  const WARRANTS = [['Manage Warrants', '/warrants']]
  const MAPS = [
    ['Server 1', '/livemap?serverId=1'],
    ['Development', '/livemap?serverId=2'],
  ]
  const STAFF = [
    ['Manage Members', '/staff/members'],
    ['Manage Discord', '/discord/list'],
    ['Patrol Viewer', '/staff/patrol-viewer'],
  ]
  const ADMIN = [
    ['Add User', '/admin/add-user'],
    ['Manage Users', '/admin/users'],
    ['Manage Servers', '/servers/list'],
    ['API Logs', '/servers/events'],
  ]
  const ACCOUNT = [['Account Settings', '/user/settings']]

  test.for<[string, CurrentUser, boolean, string[][], string[]]>([
    ['a member', buildUser(), false, [], []],
    ['legal services', buildUser({ groups: ['Legal Services'] }), false, WARRANTS, []],
    ['staff', buildUser({ groups: ['Staff'] }), false, STAFF, ['Staff']],
    ['an admin', buildUser({ groups: ['Admin'] }), false, [...WARRANTS, ...MAPS, ...STAFF, ...ADMIN], ['Livemap', 'Staff', 'Admin']],
    ['an admin on a tablet', buildUser({ groups: ['Admin'] }), true, [...WARRANTS, ...STAFF, ...ADMIN], ['Staff', 'Admin']],
    ['a dispatcher', buildUser({ userDepartments: CAD }), false, [], []],
  ])('has for %s the entries of the specification and no others', async ([, who, isTablet, entries, menus]) => {
    setTablet(isTablet)
    await open('/user/home', who)
    const bar = await screen.findByRole('navigation', { name: 'Main' }, { timeout: 10_000 })
    await settle()
    expect(anchors(bar)).toEqual([TITLE, ...ALWAYS, ...entries, ...ACCOUNT])
    expect([...bar.querySelectorAll('section')].map((menu) => menu.getAttribute('aria-label'))).toEqual([...menus, 'Account'])
    expect([...bar.querySelectorAll('button')].map((button) => button.textContent.trim()).filter(Boolean)).toEqual(['Logout'])
  })
})

describe('the way to the CAD and the live map', () => {
  const way = () => screen.queryByRole('navigation', { name: 'CAD and live map' })

  test.for<[string, CurrentUser, boolean, string[][]]>([
    ['a member of a CAD department', buildUser({ userDepartments: CAD }), false, [['CAD', '/cad'], ['Live map', '/livemap']]], // prettier-ignore
    ['someone on duty', buildUser({ userDepartments: CAD, duty: { serverId: 1, unitClass: 2, type: 3 } }), false, [['CAD', '/cad/desktop'], ['Live map', '/livemap']]], // prettier-ignore
    ['someone on a tablet', buildUser({ userDepartments: CAD }), true, [['CAD', '/cad']]],
  ])('is beside the bar for %s', async ([, who, isTablet, links]) => {
    setTablet(isTablet)
    await open('/user/home', who)
    const bar = await screen.findByRole('navigation', { name: 'Main' })
    expect(anchors(way()!)).toEqual(links)
    expect(bar.contains(way())).toBe(false)
  })

  test('is not there for others, admins included', async () => {
    await open('/user/home', buildUser({ groups: ['Root'], userDepartments: [buildDepartment(9, { isCadEnabled: false })] }))
    await screen.findByRole('navigation', { name: 'Main' })
    expect(way()).toBeNull()
  })
})

describe('the pages of a member', () => {
  test('are beside the bar for those who have them, on a phone too', async () => {
    await open('/user/home', buildUser({ userDepartments: [...CAD, buildDepartment(DEPARTMENT.CIV, { type: 'Civilian' })] }))
    const bar = await screen.findByRole('navigation', { name: 'Main' })
    const own = screen.getByRole('navigation', { name: 'Your pages' })
    expect(anchors(own)).toEqual([
      ['Characters', '/user/characters'],
      ['Reports', '/user/reports'],
    ])
    expect(bar.contains(own)).toBe(false)
    expect(await screen.findByRole('button', { name: 'Notices' })).toBeTruthy()
  })

  test('are not there for a member without departments, who has the bell too', async () => {
    await open('/user/home', buildUser())
    expect(await screen.findByRole('button', { name: 'Notices' })).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: 'Your pages' })).toBeNull()
  })
})

describe('every page', () => {
  /** Addresses that only lead elsewhere, and pages from before the sign-in. */
  const NOT_LINKED = [
    '/',
    '/$',
    '/404',
    '/login',
    '/login/join',
    '/login/reset',
    '/login/forgot',
    '/login/address',
    '/login/register',
    '/login/discord',
    '/login/steam',
    '/setup',
    '/dui',
    '/user',
    '/staff',
    '/discord',
    '/servers',
  ]
  /** Linked from one's drafts, which come by the socket: e2e/reports.spec.ts goes there. */
  const LIVE = [
    '/user/reports/drafts/$draftId',
    '/user/reports/drafts/$draftId/print',
    '/user/warrants/drafts/$draftId',
    '/warrants/drafts/$draftId',
    '/user/legal/drafts/$draftId',
    // From an open patrol of the department.
    '/user/patrols/replay',
  ]
  /** For those who are not staff or legal services, and have the same pages under /staff and /warrants if they are. */
  const SUPERVISORS = [
    '/user/patrols',
    '/user/patrols/review',
    '/user/leave-requests',
    '/user/former-members',
    '/user/call-signs',
    '/user/legal',
    '/user/legal/$warrantId',
    '/user/legal/$warrantId/print',
  ]
  const CIVILIANS = {
    ...buildDepartment(DEPARTMENT.CIV, { type: 'Civilian' }),
    capabilities: ['actOnLicences' as const, 'seeLookups' as const, 'seePatrols' as const, 'headDepartment' as const],
  }
  const EVERYONE = buildUser({ groups: ['Root'], userDepartments: [...CAD, CIVILIANS], duty: { serverId: 1, unitClass: 2, type: 3 } })

  const SUPERVISOR = withSigning(
    buildUser({
      groups: ['Developer'],
      userPermissions: ['MANAGE_MEMBERS'],
      userDepartments: [{ ...buildDepartment(2), capabilities: ['seePatrols', 'grantLeave'] }],
    }),
  )

  test.for<[string, CurrentUser, (path: string) => boolean]>([
    ['from the bar', EVERYONE, (path) => ![...NOT_LINKED, ...LIVE, ...SUPERVISORS].includes(path)],
    ['for supervisors without the role', SUPERVISOR, (path) => SUPERVISORS.includes(path)],
  ])('is reached by links alone %s', { timeout: 120_000 }, async ([, who, isTheirs]) => {
    setPortalConfig({ ...portalConfig(), hasDiscord: true, hasBot: true })
    const router = await open('/user/home', who)
    const routes = Object.keys(router.routesByPath).filter(isTheirs)
    const routeOf = (href: string) => {
      const path = href.split(/[?#]/)[0]!
      const isLike = (route: string) => new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`).test(path)
      return routes.find((route) => route === path) ?? routes.find(isLike)
    }
    const found = new Set<string>()
    const next: string[] = []
    const note = (place: ParentNode) => {
      for (const [, href] of anchors(place)) {
        const route = href && routeOf(href)
        if (!route || found.has(route)) continue
        found.add(route)
        // The desktop and the map are the slowest to draw, and lead nowhere else.
        if (!/^\/(cad\/desktop|livemap)/.test(href)) next.push(href)
      }
    }
    await screen.findByRole('navigation', { name: 'Main' })
    await settle()
    if (who === EVERYONE) for (const landmark of screen.getAllByRole('navigation')) note(landmark)
    else note(document)
    for (let href = next.shift(); href !== undefined && found.size < routes.length; href = next.shift()) {
      cleanup()
      await open(href, who)
      await settle()
      note(document)
    }
    expect([...found].toSorted()).toEqual(routes.toSorted())
  })
})

describe('a page that is switched off', () => {
  test('is linked from nowhere: not from the bar, nor from the home page or its area', async () => {
    const everyone = buildUser({ groups: ['Root'], userDepartments: CAD })
    const linksAt = async (path: string) => {
      cleanup()
      await open(path, everyone)
      await settle()
      return new Set(anchors(document).map(([, href]) => href?.split('?')[0]))
    }
    const LINKS = [
      ['/user/home', '/warrants', '/user/warrants', '/staff/leave-requests'],
      ['/staff/members', '/staff/leave-requests'],
      ['/discord/list', '/discord/tickets', '/discord/votes'],
      ['/staff/patrol-viewer', '/staff/patrol-viewer/replay'],
    ] as const
    const found = async () => {
      const all: string[] = []
      for (const [path, ...links] of LINKS) {
        const here = await linksAt(path)
        all.push(...links.filter((link) => here.has(link)).map((link) => `${path}: ${link}`))
      }
      return all
    }
    expect(await found()).toEqual(LINKS.flatMap(([path, ...links]) => links.map((link) => `${path}: ${link}`)))
    setSwitchedOff(FEATURE_SWITCHES.map(({ key }) => key))
    expect(await found()).toEqual([])
  })

  test('loses its tab, and a row with a single page left is no row', async () => {
    const pages = [
      { to: '/staff/members', label: 'Members' },
      { to: '/staff/announcements', label: 'Announcements', featureSwitch: portal911 },
      { to: '/staff/patrol-viewer', label: 'Patrol Viewer' },
    ] as const
    const tabs = (shown: Parameters<typeof PageTabs>[0]['pages']) => {
      cleanup()
      const history = createMemoryHistory({ initialEntries: ['/404'] })
      const router = createRouter({ routeTree, context: { loadAllRoutes: async () => undefined }, history })
      render(<RouterProvider router={router} defaultComponent={() => null} InnerWrap={() => <PageTabs label="Test" pages={shown} />} />)
      return screen.queryAllByRole('link').map((link) => link.textContent)
    }
    expect(tabs(pages)).toEqual(['Members', 'Announcements', 'Patrol Viewer'])
    setSwitchedOff([portal911.key])
    expect(tabs(pages)).toEqual(['Members', 'Patrol Viewer'])
    expect(tabs(pages.slice(0, 2))).toEqual([])
  })

  test('leads home with a sentence when its own page is opened', async () => {
    const planted = guard({ access: { kind: 'signedIn' }, featureSwitch: portal911 })
    setSwitchedOff([portal911.key])
    user = buildUser()
    setToken('a token')
    queryClient.setQueryData(currentUserQuery.queryKey, user)
    const visit = { location: { pathname: '/user/somewhere', href: '/user/somewhere' }, preload: false } as Parameters<typeof planted>[0]
    await expect(planted(visit)).rejects.toMatchObject({ options: { href: '/user/home' } })
    await open('/user/home', user)
    expect(await screen.findByText(`${portal911.offMessage}.`)).toBeTruthy()
  })

  test('is refused to those who might open it, and to no one else is it said', () => {
    const requirement = { access: { kind: 'signedIn' }, featureSwitch: portal911 } as const
    expect(judge(buildUser(), requirement)).toBe('allowed')
    setSwitchedOff([portal911.key])
    expect(judge(buildUser(), requirement)).toBe('featureOff')
    expect(judge(null, requirement)).toBe('needsLogin')
    expect(judge(buildUser(), { ...requirement, access: { kind: 'role', role: 'Admin' } })).toBe('needsRole')
  })
})
