// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import {
  flagSetting,
  numberSetting,
  root,
  textSetting,
  type CurrentUser,
  type Setting,
  type SettingGroup,
  type SettingState,
} from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setPortalConfig } from '../../../platform/config/config.ts'
import { SignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { createObservable, useObservable } from '../../../platform/store/observable.ts'
import { SettingsForm } from './SettingsForm.tsx'

const group: SettingGroup = { key: 'checks', title: 'Checks', help: 'About checks.' }
const first = numberSetting({
  key: 'a.first',
  group,
  title: 'Ask after',
  help: 'How long.',
  fallback: 60,
  min: 0,
  max: 90,
  unit: 'minutes',
})
const second = numberSetting({
  key: 'a.second',
  group,
  title: 'Wait for',
  help: 'More.',
  fallback: 10,
  min: 1,
  max: 90,
  unit: 'minutes',
  env: 'WAIT',
})
const locked = flagSetting({ key: 'a.locked', group, title: 'For Root', help: 'Only.', fallback: false, access: root })
const stateOf = ({ key, fallback }: Setting, over: Partial<SettingState> = {}): SettingState => ({
  key,
  value: fallback as SettingState['value'],
  source: 'default',
  version: 0,
  changedAt: null,
  changedBy: null,
  ...over,
})
const ROSA = { changedAt: '2026-01-31T20:00:00.000Z', changedBy: { userId: 7, name: 'Rosa Delgado' } }
const ADMIN: CurrentUser = {
  userId: 1,
  version: 1,
  name: 'Ann',
  emailAddress: 'ann@example.org',
  avatarColor: 'blue',
  picture: null,
  theme: 'system',
  steamId: null,
  isWhitelisted: false,
  isWhitelistedDev: false,
  userDepartments: [],
  roles: [{ roleId: 1, name: 'Admin', level: 90, roleGroup: { roleGroupId: 2, name: 'Admin' }, signsWarrants: false }],
  userPermissions: [],
}

type Sent = { method: string; url: string; body: unknown }
let sent: Sent[]
let answer: (request: Sent) => Response
beforeEach(() => {
  sent = []
  answer = ({ body }) => Response.json(stateOf(first, { value: (body as { value: number }).value, source: 'portal', version: 5, ...ROSA }))
  setPortalConfig({ apiKey: 'key', communityName: 'Test', version: '1', build: '', providerUrl: '', frameOrigins: [], switchedOff: [] })
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    const request = { method, url, body: body === undefined ? undefined : (JSON.parse(body) as unknown) }
    sent.push(request)
    return answer(request)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

type Known = { setting: Setting; state: SettingState }[]
async function show(initial: Known, search = '') {
  const known = createObservable<Known>(initial)
  const Page = () => <SettingsForm known={useObservable(known)} search={search} onSearch={() => undefined} />
  const router = createRouter({ routeTree: createRootRoute({ component: Page }), history: createMemoryHistory() })
  await router.load()
  render(
    <MantineProvider>
      <SignedInUser value={ADMIN}>
        <RouterProvider router={router as never} />
      </SignedInUser>
    </MantineProvider>,
  )
  await screen.findByLabelText('Search settings')
  return { change: (next: Known) => act(() => known.set(next)) }
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const bar = () => screen.queryByRole('region', { name: 'Unsaved changes' })
const isFocused = (name: string) => waitFor(() => expect(document.activeElement).toBe(field(name)))

test('a change stands in the bar until it is saved, with the version it was made on; the focus is in its field again', async () => {
  await show([{ setting: first, state: stateOf(first, { value: 30, source: 'portal', version: 4, ...ROSA }) }])
  expect(bar()).toBeNull()
  expect(screen.getByText('Default: 60 minutes')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Rosa Delgado' })).toBeTruthy()
  type('Ask after', '45')
  expect(within(bar()!).getByText(/Ask after/)).toBeTruthy()
  press('Save')
  await waitFor(() => expect(bar()).toBeNull())
  expect(sent).toEqual([{ method: 'PUT', url: '/api/settings/a.first', body: { value: 45, version: 4 } }])
  await isFocused('Ask after')
})

test('text typed while a change is being saved is not lost', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const instant = answer
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body: string }) => {
    await held
    return instant({ method, url, body: JSON.parse(body) as unknown })
  })
  const { change } = await show([{ setting: first, state: stateOf(first) }])
  type('Ask after', '45')
  press('Save')
  type('Ask after', '46')
  change([{ setting: first, state: stateOf(first, { value: 45, source: 'portal', version: 5, ...ROSA }) }])
  letGo()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(field('Ask after').value).toBe('46')
  expect(within(bar()!).getByText(/Ask after/)).toBeTruthy()
})

test('a problem is shown at its field, the value is not sent, and the field has the focus', async () => {
  await show([{ setting: first, state: stateOf(first) }])
  type('Ask after', '91')
  press('Save')
  expect(await screen.findByText('Enter 90 or less')).toBeTruthy()
  expect(sent).toEqual([])
  await isFocused('Ask after')
  press('Discard')
  expect(field('Ask after').value).toBe('60')
  await isFocused('Ask after')
})

test('a number that is out of range is refused on leaving its field', async () => {
  await show([{ setting: first, state: stateOf(first) }])
  type('Ask after', '-5')
  expect(screen.queryByText('Enter 0 or more')).toBeNull()
  fireEvent.blur(field('Ask after'))
  expect(screen.getByText('Enter 0 or more')).toBeTruthy()
  type('Ask after', '5')
  expect(screen.queryByText('Enter 0 or more')).toBeNull()
})

test('offline, the bar says that nothing was saved and that the input is still there', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  await show([{ setting: first, state: stateOf(first) }])
  type('Ask after', '45')
  press('Save')
  expect(await screen.findByText(/You are offline. Nothing was saved; what you typed is still here./)).toBeTruthy()
  expect(screen.getByText('An error occured: Failed to fetch')).toBeTruthy()
  expect(field('Ask after').value).toBe('45')
})

test('Reset shows the default and is saved like any other change', async () => {
  answer = () => Response.json(stateOf(first))
  await show([{ setting: first, state: stateOf(first, { value: 30, source: 'portal', version: 4, ...ROSA }) }])
  press('Reset Ask after')
  expect(field('Ask after').value).toBe('60')
  await isFocused('Ask after')
  press('Save')
  await waitFor(() => expect(sent).toMatchObject([{ method: 'DELETE', url: '/api/settings/a.first?version=4' }]))
})

test('changed by someone else meanwhile, theirs and mine are shown, and mine is only sent once I choose it', async () => {
  const { change } = await show([{ setting: first, state: stateOf(first) }])
  type('Ask after', '45')
  change([{ setting: first, state: stateOf(first, { value: 25, source: 'portal', version: 9, ...ROSA }) }])
  expect(screen.getByRole('alert').textContent).toContain('It is now 25 minutes; you entered 45 minutes')
  press('Save')
  await isFocused('Ask after')
  expect(sent).toEqual([])
  press('Keep 45 minutes')
  expect(screen.queryByRole('alert')).toBeNull()
  press('Save')
  await waitFor(() => expect(sent).toMatchObject([{ body: { value: 45, version: 9 } }]))
})

test('theirs may be taken instead, and a field nobody edits here simply follows', async () => {
  const { change } = await show([
    { setting: first, state: stateOf(first) },
    { setting: second, state: stateOf(second) },
  ])
  type('Ask after', '45')
  change([
    { setting: first, state: stateOf(first, { value: 25, source: 'portal', version: 9, ...ROSA }) },
    { setting: second, state: stateOf(second, { value: 12, source: 'portal', version: 10, ...ROSA }) },
  ])
  expect(field('Wait for').value).toBe('12')
  press('Use 25 minutes')
  expect(field('Ask after').value).toBe('25')
  expect(bar()).toBeNull()
  await isFocused('Ask after')
})

test('someone else’s change is never overwritten, even where this page had not heard of it', async () => {
  answer = () =>
    Response.json({ code: 'conflict', message: 'This setting has changed since you opened it', requestId: 'r' }, { status: 409 })
  await show([{ setting: first, state: stateOf(first) }])
  type('Ask after', '45')
  press('Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(within(bar()!).getByText(/Ask after/)).toBeTruthy()
  expect(field('Ask after').value).toBe('45')
})

test('a setting that the environment decides is shown with its variable and can not be edited; nor can a setting for others', async () => {
  await show([
    { setting: second, state: stateOf(second, { value: 3, source: 'environment' }) },
    { setting: locked, state: stateOf(locked) },
  ])
  expect(field('Wait for').disabled).toBe(true)
  expect(screen.getByText('WAIT')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reset Wait for' })).toBeNull()
  expect(field('For Root').disabled).toBe(true)
  expect(screen.getByText('Can be changed by Root or above')).toBeTruthy()
})

test('sixty settings stand under their groups, with an index, and are searched by every word', async () => {
  const many = Array.from({ length: 60 }, (_, index) => {
    const own = groups[index % groups.length]!
    return textSetting({ key: `n.s${index}`, group: own, title: `Setting ${index}`, help: 'Something.', fallback: '', max: 40 })
  }).map((setting) => ({ setting, state: stateOf(setting) }))
  await show(many)
  expect(screen.getAllByRole('textbox')).toHaveLength(60)
  expect(within(screen.getByRole('navigation', { name: 'Sections of this page' })).getAllByRole('link')).toHaveLength(6)
  cleanup()
  await show(many, 'group-3 setting 33')
  expect(screen.getAllByRole('textbox').map((each) => each.id)).toEqual(['setting-n.s33'])
  cleanup()
  await show(many, 'nonsense')
  expect(screen.getByText('No settings match your search')).toBeTruthy()
})
const groups = Array.from({ length: 6 }, (_, index): SettingGroup => ({ key: `g${index}`, title: `Group-${index}`, help: '' }))
