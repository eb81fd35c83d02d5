// @vitest-environment happy-dom
import type { PreviewedChange } from '@tenfour/contract'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { setPortalConfig } from '../../../platform/config/config.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { SignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ConfirmHost } from '../../../ui/confirm.tsx'
import { ThemeProvider } from '../../../ui/ThemeProvider.tsx'
import { LeaveRequestRow } from './LeaveRequestRow.tsx'
import { leaveRequestsQuery } from './leave-requests.queries.ts'

const NAMES = ['A. Senn', 'D. Ito']
const request = (requestId: number) => ({
  requestId,
  member: { userId: 10 + requestId, name: NAMES[requestId - 1]! },
  startsOn: '2026-11-20',
  endsOn: '2026-11-22',
  reason: 'Exams',
  state: 'asked',
  askedAt: '2026-11-17T20:00:00.000Z',
  decided: null,
  departments: ['LSPD'],
})

let waiting: number[]
let refusal: { readonly status: number; readonly decides: number[] }
beforeEach(() => {
  waiting = [1, 2]
  setPortalConfig({ apiKey: 'key', communityName: 'Our Town', version: '1', build: '', providerUrl: '', frameOrigins: [], switchedOff: [] })
  vi.spyOn(notify, 'error').mockReturnValue()
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    if (init?.method !== 'POST')
      return Response.json({ items: waiting.map(request), total: waiting.length, isTotalExact: true, page: 1, pageSize: 25 })
    waiting = waiting.filter((each) => !refusal.decides.includes(each))
    return Response.json({ code: 'conflict', message: 'L. Moreau has already granted it' }, { status: refusal.status })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** In place of what draws the effects: names what it was asked about. */
const changes = (change: PreviewedChange) => <output>{JSON.stringify(change)}</output>

function List() {
  const { data } = useQuery(leaveRequestsQuery('asked', 1))
  return (
    <ul>
      {data?.items.map((each) => (
        <LeaveRequestRow key={each.requestId} request={each} linksMembers={false} changes={changes} />
      ))}
    </ul>
  )
}
const button = (name: string) => screen.findByRole('button', { name: `Grant leave of ${name}` })
async function grantFirst() {
  render(
    <ThemeProvider portalTheme="cad-light-theme">
      <QueryClientProvider client={queryClient}>
        <SignedInUser value={buildUser({ userId: 2, groups: ['Staff'] })}>
          <List />
          <ConfirmHost />
        </SignedInUser>
      </QueryClientProvider>
    </ThemeProvider>,
  )
  const grant = await button('A. Senn')
  grant.focus()
  fireEvent.click(grant)
  const asked = within(await screen.findByRole('alertdialog', { name: 'Grant the leave of A. Senn?' }))
  expect(asked.getByText(JSON.stringify({ userId: 11, leave: { startsOn: '2026-11-20', endsOn: '2026-11-22' } }))).toBeTruthy()
  fireEvent.click(asked.getByRole('button', { name: 'Grant leave' }))
  await waitFor(() => expect(notify.error).toHaveBeenCalledOnce())
}

test('a request that someone else has decided goes, and the focus is on the next one', async () => {
  refusal = { status: 409, decides: [1] }
  await grantFirst()
  await waitFor(() => expect(screen.queryByText('A. Senn')).toBeNull())
  const next = await button('D. Ito')
  await waitFor(() => expect(document.activeElement).toBe(next))
})

test('a request that could not be granted keeps the focus', async () => {
  refusal = { status: 503, decides: [] }
  await grantFirst()
  const grant = await button('A. Senn')
  await waitFor(() => expect(grant.getAttribute('aria-busy')).toBeNull())
  expect(document.activeElement).toBe(grant)
})
