// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import type { CurrentUser } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeAnswer } from '../features/community/links/discord-answer.ts'
import { clearLandingNotice, useLandingNotice, AlertDialog } from '../platform/alert/alert.tsx'
import { queryClient } from '../platform/query/query-client.ts'
import { currentUserQuery } from '../platform/session/session.ts'
import { clearToken, setToken } from '../platform/session/token.ts'
import { NO_DEPARTMENTS } from './guards.ts'
import { routeTree } from './routes.ts'
import { parseSearch, stringifySearch } from './router.tsx'
import { buildDepartment, buildUser, withSigning } from './testing/build-user.ts'

const PEOPLE = {
  member: buildUser({ userDepartments: [buildDepartment(2)] }),
  outsider: buildUser(),
  legal: buildUser({ groups: ['Legal Services'] }),
  staff: buildUser({ groups: ['Staff'] }),
  admin: buildUser({ groups: ['Admin'] }),
} as const satisfies Record<string, CurrentUser>
type Who = keyof typeof PEOPLE

/** The specification's route table: who is let in; every other signed-in user lands on their home page. */
const AREAS: Record<string, readonly Who[]> = {
  '/user/home': ['member', 'outsider', 'legal', 'staff', 'admin'],
  '/user/patrol': ['member', 'outsider', 'legal', 'staff', 'admin'],
  '/user/settings': ['member', 'outsider', 'legal', 'staff', 'admin'],
  '/user/notices': ['member', 'outsider', 'legal', 'staff', 'admin'],
  '/cad': ['member'],
  '/cad/desktop': ['member'],
  '/livemap': ['member'],
  '/user/reports': ['member'],
  '/user/reports/7': ['member'],
  '/user/reports/drafts/7': ['member'],
  '/user/reports/7/print': ['member'],
  '/user/reports/drafts/7/print': ['member'],
  '/admin': ['admin'],
  '/admin/add-user': ['admin'],
  '/admin/users': ['admin'],
  '/admin/settings': ['admin'],
  '/admin/patrols': ['admin'],
  '/staff/members': ['staff', 'admin'],
  '/staff/patrol-viewer': ['staff', 'admin'],
  '/staff/patrol-viewer/review': ['staff', 'admin'],
  '/staff/leave-requests': ['staff', 'admin'],
  '/staff/former-members': ['staff', 'admin'],
  '/staff/patrol-viewer/replay': ['staff', 'admin'],
  '/user/patrols': ['staff', 'admin'],
  '/user/patrols/review': ['staff', 'admin'],
  '/user/patrols/replay': ['staff', 'admin'],
  '/user/leave-requests': ['staff', 'admin'],
  '/user/former-members': ['staff', 'admin'],
  '/discord/list': ['staff', 'admin'],
  '/discord/logs': ['staff', 'admin'],
  '/discord/grants': ['staff', 'admin'],
  '/discord/conduct': ['staff', 'admin'],
  '/discord/joining': ['admin'],
  '/discord/mappings': ['staff', 'admin'],
  '/discord/connection': ['admin'],
  '/servers/list': ['admin'],
  '/servers/events': ['admin'],
  '/warrants': ['legal', 'admin'],
  '/warrants/drafts/7': ['legal', 'admin'],
  '/user/legal': ['legal', 'admin'],
  '/user/legal/drafts/7': ['legal', 'admin'],
  '/user/warrants': ['member', 'legal', 'admin'],
  '/user/warrants/7': ['member', 'legal', 'admin'],
  '/user/warrants/drafts/7': ['member', 'legal', 'admin'],
}
const NEEDS_DEPARTMENT = Object.keys(AREAS).filter((path) => /^\/(cad|livemap|user\/reports)/u.test(path))

// No request made here affects where a visit ends.
beforeEach(() => void vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch'))))
afterEach(() => {
  cleanup()
  clearLandingNotice()
  vi.unstubAllGlobals()
  clearToken()
  queryClient.clear()
})

const signIn = (user: CurrentUser) => {
  setToken('a token')
  queryClient.setQueryData(currentUserQuery.queryKey, user)
}
/** Visits the address as if it had been typed, with the portal's own routes, guards and pages. */
const visit = (path: string) => {
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree, context: { loadAllRoutes: async () => undefined }, history, parseSearch, stringifySearch })
  return { arrived: router.load(), at: () => router.state.location, states: () => router.state.matches.map(({ status }) => status) }
}

/** Includes the alert that a guard may show on the way. */
const visitAs = (who: Who | CurrentUser, path: string) => {
  signIn(typeof who === 'string' ? PEOPLE[who] : who)
  render(
    <MantineProvider>
      <AlertDialog />
    </MantineProvider>,
  )
  return visit(path)
}

const notice = () => {
  const { result } = renderHook(useLandingNotice)
  return result.current
}

const VISITS = (Object.keys(PEOPLE) as Who[]).flatMap((who) =>
  Object.entries(AREAS).map(([path, allowed]) => ({ who, path, isAllowed: allowed.includes(who) })),
)
const isTold = ({ path, isAllowed }: (typeof VISITS)[number]) => !isAllowed && NEEDS_DEPARTMENT.includes(path)

test.for(VISITS.filter((each) => !isTold(each)))('$who at $path: let in: $isAllowed', async ({ who, path, isAllowed }) => {
  const { arrived, at, states } = visitAs(who, path)
  await arrived
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(at().pathname).toBe(isAllowed ? path : '/user/home')
  expect(new Set(states())).toEqual(new Set(['success']))
})

test.for([
  ['member', '/staff/members', 'You can’t open Manage Members: it needs the Staff role.'],
  ['staff', '/servers/list', 'You can’t open Manage Servers: it needs the Admin role.'],
  ['staff', '/discord/connection', 'You can’t open Discord connection: it needs the Admin role, or the permission DISCORD_ADMIN.'],
  ['member', '/warrants', 'You can’t open Manage Warrants: it needs the Legal Services role.'],
  ['member', '/user/legal', 'You can’t open Manage Warrants: it needs the Legal Services role, or one that may sign warrants.'],
] as const)('%s at %s is told on the home page what it needs', async ([who, path, words]) => {
  await visitAs(who, path).arrived
  expect(notice()).toBe(words)
})

const CIVILIAN = buildUser({ userDepartments: [buildDepartment(7, { type: 'Civilian', isCadEnabled: false })] })
const SUPERVISOR = buildUser({ userDepartments: [{ ...buildDepartment(2), capabilities: ['actOnLicences'] }] })

const VIEWER = buildUser({ userDepartments: [{ ...buildDepartment(2), capabilities: ['seePatrols'] }] })
const GRANTER = buildUser({ userDepartments: [{ ...buildDepartment(2), capabilities: ['grantLeave'] }] })
const HEAD = buildUser({ userDepartments: [{ ...buildDepartment(2), capabilities: ['headDepartment'] }] })
const MEMBER_MANAGER = buildUser({ userPermissions: ['MANAGE_MEMBERS'] })
const SIGNER = withSigning(buildUser({ groups: ['Developer'] }))
const NEEDS_VIEWER = "it needs Staff or above, or a rank that may see the department's patrols."

test.for([
  ['a holder of the capability', '/user/patrols', VIEWER, null],
  ['a holder of the capability', '/user/patrols/review', VIEWER, null],
  ['a holder of the capability', '/user/patrols/replay', VIEWER, null],
  ['a holder of the capability', '/staff/patrol-viewer', VIEWER, 'You can’t open Patrol Viewer: it needs the Staff role.'],
  ['a holder of the capability', '/staff/patrol-viewer/review', VIEWER, 'You can’t open Needs review: it needs the Staff role.'],
  ['a holder of the capability', '/staff/patrol-viewer/replay', VIEWER, 'You can’t open Replay: it needs the Staff role.'],
  ['a holder of the capability', '/staff/members', VIEWER, 'You can’t open Manage Members: it needs the Staff role.'],
  ['a holder of the capability', '/staff/members/5', VIEWER, 'You can’t open Member: it needs the Staff role.'],
  ['a holder of the capability', '/staff/announcements', VIEWER, 'You can’t open Announcements: it needs the Staff role.'],
  ['a supervisor', '/user/patrols', SUPERVISOR, `You can’t open Patrol Viewer: ${NEEDS_VIEWER}`],
  ['one who grants leave', '/user/leave-requests', GRANTER, null],
  ['one who grants leave', '/staff/leave-requests', GRANTER, 'You can’t open Leave requests: it needs the Staff role.'],
  ['one who manages members', '/user/leave-requests', MEMBER_MANAGER, null],
  ['one who manages members', '/user/former-members', MEMBER_MANAGER, null],
  ['one who manages accounts', '/user/former-members', buildUser({ userPermissions: ['MANAGE_USERS'] }), null],
  [
    'the head of a department',
    '/user/former-members',
    HEAD,
    'You can’t open Former members: it needs Staff or above, or MANAGE_MEMBERS, or Admin or above, or MANAGE_USERS.',
  ],
  ['the head of a department', '/user/department', HEAD, null],
  [
    'one who grants leave',
    '/user/department',
    GRANTER,
    'You can’t open Department members: it needs a rank that may add, transfer, promote and remove members.',
  ],
  ['one who signs by a marked role', '/user/legal', SIGNER, null],
  ['one who signs by a marked role', '/user/legal/7', SIGNER, null],
  ['one who signs by a marked role', '/user/legal/drafts/7', SIGNER, null],
  ['one who signs by a marked role', '/user/legal/7/print', SIGNER, null],
  ['one who signs by a marked role', '/warrants', SIGNER, 'You can’t open Manage Warrants: it needs the Legal Services role.'],
  ['one who grants leave', '/user/patrols/review', GRANTER, `You can’t open Needs review: ${NEEDS_VIEWER}`],
  ['a civilian', '/user/characters', CIVILIAN, null],
  ['a civilian', '/user/characters/5', CIVILIAN, null],
  ['a civilian', '/user/characters/5/reports/7', CIVILIAN, null],
  ['a supervisor', '/user/characters/5/reports/7', SUPERVISOR, 'You can’t open Report: it needs a civilian department.'],
  ['a civilian', '/user/approvals', CIVILIAN, 'You can’t open Approvals: it needs a rank that may act on licences.'],
  ['a supervisor', '/user/approvals', SUPERVISOR, null],
  ['a supervisor', '/user/characters/5', SUPERVISOR, 'You can’t open Character: it needs a civilian department.'],
  ['an admin', '/user/characters', PEOPLE.admin, 'You can’t open Characters: it needs a civilian department.'],
  ['an admin', '/user/approvals', PEOPLE.admin, 'You can’t open Approvals: it needs a rank that may act on licences.'],
] as const)('%s at %s is let in, or told what is needed', async ([, path, who, words]) => {
  const { arrived, at } = visitAs(who, path)
  await arrived
  expect([at().pathname, notice()]).toEqual([words === null ? path : '/user/home', words])
})

test.for(VISITS.filter(isTold))('$who at $path is told that they have no department, and sent home', async ({ who, path }) => {
  const { arrived, at } = visitAs(who, path)
  expect((await screen.findByRole('alertdialog', {}, { timeout: 10_000 })).textContent).toContain(NO_DEPARTMENTS)
  fireEvent.click(screen.getByRole('button'))
  await arrived
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(at().pathname).toBe('/user/home')
})

test.for(Object.keys(AREAS))('nobody sees %s without signing in, and is brought back to it', async (path) => {
  const { arrived, at } = visit(`${path}?tab=two`)
  await arrived
  expect(at().pathname).toBe('/login')
  expect(at().search).toEqual({ redirect: `${path}?tab=two` })
})

test.for([
  ['/', '/user/home'],
  ['/user', '/user/home'],
  ['/staff', '/staff/members'],
  ['/discord', '/discord/list'],
  ['/servers', '/servers/list'],
  ['/nothing/here', '/404'],
  ['/user/tickets/0', '/404'],
  ['/user/patrol/seven', '/404'],
  ['/user/patrol/9000000000', '/user/patrol/9000000000'],
  ['/admin/users/9000000000', '/404'],
  ['/staff/members/x', '/404'],
  ['/warrants/x/print', '/404'],
])('%s leads to %s', async ([from, to]) => {
  signIn(PEOPLE.admin)
  const { arrived, at } = visit(from!)
  await arrived
  expect(at().pathname).toBe(to)
})

test('the code that Discord sends back is taken out of the address at once', async () => {
  const { arrived, at } = visit('/login/discord?code=abc&state=xyz')
  await arrived
  expect(at().href).toBe('/login/discord')
  expect(takeAnswer()).toEqual({ code: 'abc', state: 'xyz' })
})
