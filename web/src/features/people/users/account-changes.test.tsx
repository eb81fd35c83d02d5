// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { PreviewedChange, Role, RoleInUse, UserRecord } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { answerWith, showDiscord } from '../../community/discord/testing/show-discord.tsx'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { AddUserForm, emptyNewUser } from './AddUserForm.tsx'
import { DangerZone } from './DangerZone.tsx'
import { whitelistText } from './user-differences.ts'
import { UserRoles } from './UserRoles.tsx'
import { Whitelist } from './Whitelist.tsx'

const roleOf = (roleId: number, name: 'Root' | 'Staff', level: number): Role => ({
  roleId,
  name,
  level,
  roleGroup: { roleGroupId: roleId, name },
  signsWarrants: false,
})
const STAFF = roleOf(4, 'Staff', 30)
const ROOT = buildUser({ userId: 9, roles: [roleOf(1, 'Root', 100)] })
const recordOf = (over: Partial<UserRecord> = {}): UserRecord => ({
  ...buildUser({ userId: 7 }),
  isDisabled: false,
  isDeleted: false,
  createdAt: '2026-11-14T20:00:00.000Z',
  lastSeenAt: null,
  ...over,
})
/** In place of what draws the effects: names what it was asked about. */
const changes = (change: PreviewedChange) => <output>{JSON.stringify(change)}</output>
const button = (name: string) => screen.findByRole('button', { name })
const question = async (name: string) => within(await screen.findByRole('alertdialog', { name }))

beforeEach(() => {
  vi.spyOn(notify, 'success').mockReturnValue(undefined)
})
afterEach(() => {
  tearDown()
  vi.restoreAllMocks()
})

test('a role is given after a look at what it changes, and the button is not disabled for it', async () => {
  const roles: RoleInUse[] = [{ ...STAFF, userCount: 0, version: 1 }]
  const sent = answerWith({ 'GET /api/roles': roles, 'GET /api/user/role/4/7': { userId: 7, version: 2 } })
  await showDiscord(<UserRoles user={recordOf()} changes={changes} />, ROOT)
  const add = await button('Add Staff')
  act(() => add.focus())
  fireEvent.click(add)
  const asked = await question('Give Rosa Delgado the role Staff?')
  expect(asked.getByText(JSON.stringify({ userId: 7, role: { roleId: 4, isHeld: true } }))).toBeTruthy()
  expect(sent.some(({ path }) => path.startsWith('/api/user/role'))).toBe(false)
  fireEvent.click(asked.getByRole('button', { name: 'Give' }))
  await waitFor(() => expect(sent.some(({ path }) => path === '/api/user/role/4/7')).toBe(true))
  expect((add as HTMLButtonElement).disabled).toBe(false)
})

test('and is taken after one', async () => {
  const roles: RoleInUse[] = [{ ...STAFF, userCount: 1, version: 1 }]
  const sent = answerWith({ 'GET /api/roles': roles })
  await showDiscord(<UserRoles user={recordOf({ roles: [STAFF] })} changes={changes} />, ROOT)
  fireEvent.click(await button('Remove Staff'))
  const asked = await question('Take the role Staff from Rosa Delgado?')
  expect(asked.getByText(JSON.stringify({ userId: 7, role: { roleId: 4, isHeld: false } }))).toBeTruthy()
  fireEvent.click(asked.getByRole('button', { name: 'Cancel' }))
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false)
})

test.each([
  ['Disable', 'disable', {}],
  ['Delete', 'delete', {}],
  ['Enable', 'enable', { isDisabled: true }],
  ['Restore', 'restore', { isDeleted: true }],
] as const)('%s asks with what that changes', async (label, state, over) => {
  const sent = answerWith({ 'PUT /api/user/state/7': recordOf() })
  await showDiscord(<DangerZone user={recordOf(over)} changes={changes} />, ROOT)
  fireEvent.click(await button(label))
  const asked = await question(`${label} Rosa Delgado?`)
  expect(asked.getByText(JSON.stringify({ userId: 7, state }))).toBeTruthy()
  fireEvent.click(asked.getByRole('button', { name: label }))
  await waitFor(() => expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ action: state, reason: '' }))
})

test('a new account shows what it will have once it has a department or role, without what is half typed', async () => {
  answerWith({ 'GET /api/roles': [], 'GET /api/user/GetDepartmentsAsync/true': [] })
  const userDepartments = [{ departmentId: 2, rankId: null, isPrimary: true }]
  await showDiscord(<AddUserForm start={emptyNewUser()} changes={changes} onCreated={() => {}} />, ROOT)
  expect(screen.queryByText(/"newMember"/)).toBeNull()
  tearDown()
  answerWith({ 'GET /api/roles': [], 'GET /api/user/GetDepartmentsAsync/true': [] })
  await showDiscord(<AddUserForm start={{ ...emptyNewUser(), userDepartments }} changes={changes} onCreated={() => {}} />, ROOT)
  const shown = (name: string) => screen.findByText(JSON.stringify({ newMember: { name, steamId: '', userDepartments, roleIds: [] } }))
  await shown('')
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Rosa Delgado' } })
  fireEvent.change(screen.getByLabelText(/^Steam hex/), { target: { value: '1100' } })
  expect(await shown('Rosa Delgado')).toBeTruthy()
})

test('a whitelist is changed after a look at what it changes, and says what else puts them on it', async () => {
  const saved = { userId: 7, isWhitelisted: true, isWhitelistedDev: true, version: 2 }
  const sent = answerWith({ 'GET /api/user/SetWhitelistState/7/true/dev': saved })
  await showDiscord(<Whitelist user={recordOf({ entitledByDev: 'pass' })} isLocked={false} changes={changes} />, ROOT)
  expect(screen.getByText('Can join the development servers. On the whitelist with a pass, whatever is set here.')).toBeTruthy()
  const dev = await screen.findByRole<HTMLInputElement>('switch', { name: /^Development servers/ })
  fireEvent.click(dev)
  const asked = await question('Put Rosa Delgado on the whitelist of the development servers?')
  expect(asked.getByText(JSON.stringify({ userId: 7, whitelist: { environment: 'dev', isOn: true } }))).toBeTruthy()
  expect([dev.checked, sent]).toEqual([false, []])
  fireEvent.click(asked.getByRole('button', { name: 'Put on whitelist' }))
  await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/user/SetWhitelistState/7/true/dev'))
})

test('a whitelist in words says how they are on it', () => {
  const off = { isWhitelisted: false, isWhitelistedDev: false }
  expect([
    whitelistText({ isWhitelisted: true, isWhitelistedDev: false, entitledBy: 'pass' }),
    whitelistText({ ...off, entitledBy: 'rank', entitledByDev: 'pass' }),
    whitelistText({ ...off, entitledByDev: 'ridealong' }),
    whitelistText(off),
  ]).toEqual(['Game', 'Dev with a pass, Game by rank', 'Dev for a ride-along', 'none'])
})
