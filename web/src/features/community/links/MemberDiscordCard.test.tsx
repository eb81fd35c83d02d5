// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { CurrentUser } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { SignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { MemberDiscordCard } from './MemberDiscordCard.port.tsx'
import { answerBy, refusal, showAt, tearDown } from './testing/show-discord.tsx'

const PATH = '/api/discord/links/7'
const LINK = { discordId: '1', username: 'rosa', displayName: 'Rosa D', linkedAt: '2026-01-01T00:00:00.000Z', how: 'page' }
const open = (viewer: CurrentUser) =>
  showAt('/', () => (
    <SignedInUser value={viewer}>
      <MemberDiscordCard userId={7} name="P. Novak" />
    </SignedInUser>
  ))
const staff = buildUser({ groups: ['Staff'] })
const manager = buildUser({ groups: ['Staff'], userPermissions: ['MANAGE_DISCORD'] })

beforeEach(() => void vi.spyOn(notify, 'success').mockReturnValue(undefined))
afterEach(tearDown)

test('staff see the account, and only those who manage Discord can unlink it', async () => {
  answerBy({ [`GET ${PATH}`]: () => Response.json(LINK) })
  await open(staff)
  await screen.findByText('Rosa D')
  expect(screen.queryByRole('button', { name: 'Unlink' })).toBeNull()
})

test('a viewer who is not staff is shown nothing, and nothing is requested', async () => {
  const sent = answerBy({})
  await open(buildUser({ userPermissions: ['MANAGE_MEMBERS'] }))
  expect(screen.queryByText('Discord')).toBeNull()
  expect(sent).toEqual([])
})

test('a member above the viewer is neither shown nor offered to be unlinked, and the card says why', async () => {
  answerBy({ [`GET ${PATH}`]: () => refusal(403, 'forbidden', 'This account is above yours') })
  await open(manager)
  await screen.findByText(/This member is above your level/)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a member who was raised above the viewer is no longer offered to be unlinked', async () => {
  let isAbove = false
  const above = () => refusal(403, 'forbidden', 'This account is above yours')
  answerBy({ [`GET ${PATH}`]: () => (isAbove ? above() : Response.json(LINK)), [`DELETE ${PATH}`]: above })
  await open(manager)
  const unlink = await screen.findByRole('button', { name: 'Unlink' })
  isAbove = true
  fireEvent.click(unlink)
  const dialog = await screen.findByRole('alertdialog')
  fireEvent.click([...dialog.querySelectorAll('button')].at(-1)!)
  await screen.findByText(/This member is above your level/)
  expect(screen.queryByRole('button', { name: 'Unlink' })).toBeNull()
  expect(screen.queryByText('Rosa D')).toBeNull()
  await waitFor(() => expect(screen.getByText('Discord').closest('section')?.contains(document.activeElement)).toBe(true))
})

test('unlinking asks first, and says why it was refused', async () => {
  let isLinked = true
  let isRefused = true
  answerBy({
    [`GET ${PATH}`]: () => Response.json(isLinked ? LINK : null),
    [`DELETE ${PATH}`]: () => {
      if (isRefused) return refusal(409, 'conflict', 'Not now')
      isLinked = false
      return Response.json({})
    },
  })
  await open(manager)
  const unlink = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Unlink' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Unlink Rosa D from P. Novak?' })
    fireEvent.click([...dialog.querySelectorAll('button')].at(-1)!)
  }
  await unlink()
  expect((await screen.findByRole('alert')).textContent).toContain('Not now')
  isRefused = false
  await unlink()
  await screen.findByText('No Discord account is linked.')
  await waitFor(() => expect(notify.success).toHaveBeenCalledWith('Rosa D is unlinked from P. Novak'))
})
