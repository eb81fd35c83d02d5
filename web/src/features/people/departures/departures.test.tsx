// @vitest-environment happy-dom
import type { PreviewedChange } from '@tenfour/contract'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { setPortalConfig } from '../../../platform/config/config.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { SignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ConfirmHost } from '../../../ui/confirm.tsx'
import { ThemeProvider } from '../../../ui/ThemeProvider.tsx'
import { FormerMemberRow } from './FormerMemberRow.tsx'
import { formerMembersQuery } from './former-members.queries.ts'
import { LeaveCard } from './LeaveCard.port.tsx'
import { LetGoButton } from './LetGoButton.port.tsx'

const NAMES = ['A. Senn', 'D. Ito', 'C. Above', 'B. Banned']
const BAR = {
  barId: 5,
  by: { userId: 1, name: 'R. Root' },
  at: '2026-11-18T20:00:00.000Z',
  reason: 'Cheated',
  identifiers: ['email', 'steam'],
  mayLift: true,
}
const former = (userId: number) => ({
  userId,
  name: NAMES[userId - 1],
  avatarColor: 'blue',
  picture: null,
  emailAddress: userId === 3 ? null : `former${userId}@example.com`,
  kind: 'let-go',
  at: '2026-11-17T20:00:00.000Z',
  by: { userId: 1, name: 'R. Root' },
  reason: 'Never came',
  had: { departments: ['LSPD, Sergeant'], roles: [], permissions: [], whitelists: ['prod'] },
  bar: userId === 2 ? BAR : userId === 4 ? { ...BAR, mayLift: false } : null,
  isAbove: userId === 3,
})
const unchanged = { added: [], removed: [] }
const EFFECTS = {
  isLinked: false,
  portal: { added: [], removed: ['the department LSPD as Sergeant'] },
  discordRoles: { added: [], removed: ['Officer'] },
  nickname: { before: null, after: null },
  whitelists: unchanged,
  aceGroups: unchanged,
  refusals: [],
}

let away: number[]
let sent: { path: string; body: unknown }[]
let answers: Record<string, () => Response>
beforeEach(() => {
  away = [1, 2, 3]
  sent = []
  answers = {}
  setPortalConfig({ apiKey: 'key', communityName: 'Our Town', version: '1', build: '', providerUrl: '', frameOrigins: [], switchedOff: [] })
  vi.spyOn(notify, 'success').mockReturnValue()
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const path = url.replace(/\?.*/, '')
    if (init?.method !== 'POST')
      return Response.json({ items: away.map(former), total: away.length, isTotalExact: true, page: 1, pageSize: 25 })
    sent.push({ path, body: JSON.parse(init.body as string) as unknown })
    return (answers[path] ?? (() => Response.json({})))()
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
const show = (content: ReactNode) =>
  render(
    <ThemeProvider portalTheme="cad-light-theme">
      <QueryClientProvider client={queryClient}>
        <SignedInUser value={buildUser({ userId: 20, groups: ['Staff'] })}>
          {content}
          <ConfirmHost />
        </SignedInUser>
      </QueryClientProvider>
    </ThemeProvider>,
  )
function List() {
  const { data } = useQuery(formerMembersQuery('all', '', 1))
  return (
    <ul>
      {data?.items.map((member) => (
        <FormerMemberRow key={member.userId} member={member} changes={changes} />
      ))}
    </ul>
  )
}

test('a former member is reinstated after a look at what that gives, and staff learn what it left out', async () => {
  answers['/api/former-members/1/take-back'] = () => {
    away = [2, 3]
    return Response.json({ skipped: ['The role Staff: it is above yours'] })
  }
  show(<List />)
  fireEvent.click(await screen.findByRole('button', { name: 'Reinstate A. Senn' }))
  const asked = within(await screen.findByRole('alertdialog', { name: 'Reinstate A. Senn?' }))
  expect(asked.getByText(JSON.stringify({ userId: 1, departure: 'take-back' }))).toBeTruthy()
  fireEvent.click(asked.getByRole('button', { name: 'Reinstate' }))
  await waitFor(() => expect(screen.queryByText('A. Senn')).toBeNull())
  expect(notify.success).toHaveBeenCalledWith('A. Senn is reinstated, without: The role Staff: it is above yours')
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
})

test('someone who may not return is not reinstated before that is lifted; someone who was above is left alone', async () => {
  show(<List />)
  const lift = await screen.findByRole('button', { name: 'Lift ‘may not return’ for D. Ito' })
  expect(screen.queryByRole('button', { name: 'Reinstate D. Ito' })).toBeNull()
  expect(screen.queryByRole('button', { name: /C\. Above/ })).toBeNull()
  expect(screen.getByText(/Cheated · Recognised by email address, Steam hex/)).toBeTruthy()
  fireEvent.click(lift)
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Lift' }))
  await waitFor(() => expect(sent).toEqual([{ path: '/api/former-members/2/lift-bar', body: { barId: 5 } }]))
})

test('a bar of someone above is shown without a way to lift it', async () => {
  away = [4]
  show(<List />)
  expect(await screen.findByText('Decided by someone with a role above yours')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /B\. Banned/ })).toBeNull()
})

test('letting go shows what it takes, needs a reason, and may bar from returning', async () => {
  const onDone = vi.fn()
  show(<LetGoButton member={{ userId: 9, name: 'T. Holt' }} changes={changes} onDone={onDone} />)
  fireEvent.click(screen.getByRole('button', { name: 'Let go' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Let T. Holt go' }))
  expect(dialog.getByText(JSON.stringify({ userId: 9, departure: 'let-go' }))).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Let go' }))
  await waitFor(() => expect(dialog.getByRole('textbox', { name: /Reason/ }).getAttribute('aria-invalid')).toBe('true'))
  expect(sent).toEqual([])
  fireEvent.change(dialog.getByRole('textbox', { name: /Reason/ }), { target: { value: 'Never came' } })
  fireEvent.click(dialog.getByRole('checkbox', { name: 'May not return' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Let go' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ path: '/api/former-members/9/let-go', body: { reason: 'Never came', mayNotReturn: true } }])
})

test('a member who leaves sees what they lose first, and is told of a wrong password', async () => {
  answers['/api/user/leave/20/preview'] = () => Response.json(EFFECTS)
  answers['/api/user/leave/20'] = () =>
    Response.json(
      { code: 'invalid_input', message: 'This is not your current password', field: 'currentPassword', requestId: 'r' },
      { status: 400 },
    )
  show(<LeaveCard user={buildUser({ userId: 20 })} confirmed={(fields) => fields} />)
  fireEvent.click(screen.getByRole('button', { name: 'Leave Our Town' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave Our Town' }))
  const lost = within(await dialog.findByRole('list', { name: 'You lose' }))
  expect(lost.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'the department LSPD as Sergeant',
    'the Discord role Officer',
  ])
  fireEvent.change(dialog.getByLabelText(/Current password/), { target: { value: 'wrong' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Leave' }))
  expect(await dialog.findByText('This is not your current password')).toBeTruthy()
})

test('a member who can’t leave is told why, without a password to enter', async () => {
  const refusals = ['This is the last Root account: give someone else the Root role first']
  answers['/api/user/leave/20/preview'] = () => Response.json({ ...EFFECTS, refusals })
  show(<LeaveCard user={buildUser({ userId: 20 })} confirmed={(fields) => fields} />)
  fireEvent.click(screen.getByRole('button', { name: 'Leave Our Town' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave Our Town' }))
  expect(await dialog.findByText(/^This is the last Root account/)).toBeTruthy()
  expect(dialog.queryByLabelText(/Current password/)).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Leave' })).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Close'))
})
