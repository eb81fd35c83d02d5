// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { timeZoneSetting, type CalendarPreview, type CurrentUser, type SettingState } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setPortalConfig } from '../../../platform/config/config.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { SignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ConfirmHost } from '../../../ui/confirm.tsx'
import { SettingsForm } from './SettingsForm.tsx'

const STATE: SettingState = { key: timeZoneSetting.key, value: 'UTC', source: 'default', version: 0, changedAt: null, changedBy: null }
const week = { weekStartsAt: '2026-11-16T00:00:00.000Z', weekEndsAt: '2026-11-23T00:00:00.000Z', onLeave: 0 }
const PREVIEW: CalendarPreview = {
  before: { today: '2026-11-18', ...week },
  after: { today: '2026-11-19', ...week },
  laterMinutes: -840,
  leaves: 2,
  licences: 0,
  vehicles: 0,
}
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

let sent: string[]
let previewed: () => Response
beforeEach(() => {
  sent = []
  previewed = () => Response.json(PREVIEW)
  queryClient.clear()
  setPortalConfig({ apiKey: 'key', communityName: 'Test', version: '1', build: '', providerUrl: '', frameOrigins: [], switchedOff: [] })
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    if (url === '/api/calendar/time-zones') return Response.json(['UTC', 'America/New_York', 'Europe/Berlin', 'Pacific/Kiritimati'])
    if (url.startsWith('/api/calendar/preview')) return previewed()
    sent.push(`${method} ${url} ${body ?? ''}`)
    return Response.json({ ...STATE, value: 'Pacific/Kiritimati', source: 'portal', version: 1 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function show() {
  const Page = () => <SettingsForm known={[{ setting: timeZoneSetting, state: STATE }]} search="" onSearch={() => undefined} />
  const router = createRouter({ routeTree: createRootRoute({ component: Page }), history: createMemoryHistory() })
  await router.load()
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <SignedInUser value={ADMIN}>
          <RouterProvider router={router as never} />
          <ConfirmHost />
        </SignedInUser>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return screen.findByLabelText<HTMLInputElement>('Time zone')
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

test('a zone is found by typing part of its name, and chosen by Enter', async () => {
  const field = await show()
  fireEvent.change(field, { target: { value: 'kiri' } })
  const option = await screen.findByRole('option', { name: /Pacific\/Kiritimati/ })
  expect(option.textContent).toMatch(/UTC\+14 · \d\d:\d\d$/)
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(field.value).toBe('Pacific/Kiritimati')
  expect(screen.getByText(/^It is \d\d:\d\d on .* there, UTC\+14$/)).toBeTruthy()
})

test('another zone is saved once its question, which says what moves, is answered', async () => {
  const field = await show()
  fireEvent.change(field, { target: { value: 'Pacific/Kiritimati' } })
  save()
  expect(await screen.findByText(/^Today becomes Thursday/)).toBeTruthy()
  expect(screen.getByText('2 leaves begin or end 14 h earlier.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByText(/^Today becomes Thursday/)).toBeNull())
  expect(sent).toEqual([])
  save()
  fireEvent.click(await screen.findByRole('button', { name: 'Change time zone' }))
  await waitFor(() => expect(sent).toEqual([`PUT /api/settings/${timeZoneSetting.key} {"value":"Pacific/Kiritimati","version":0}`]))
})

test('a zone that nobody knows is refused beside its field, without a question', async () => {
  const field = await show()
  fireEvent.change(field, { target: { value: 'Mars/Olympus' } })
  save()
  expect(await screen.findByText('Choose a time zone from the list, such as Europe/Berlin')).toBeTruthy()
  expect(sent).toEqual([])
})

test('a zone that the database does not know is refused beside its field, when it is saved', async () => {
  previewed = () =>
    Response.json({ code: 'invalid_input', message: 'There is no such time zone', field: 'timeZone', requestId: 'r' }, { status: 400 })
  const field = await show()
  fireEvent.change(field, { target: { value: 'Pacific/Kiritimati' } })
  save()
  await waitFor(() => expect(sent).toHaveLength(1))
})
