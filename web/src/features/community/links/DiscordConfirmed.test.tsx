// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { setTablet } from '../../../platform/tablet/tablet.ts'
import { PasswordCard } from '../../people/account/PasswordCard.tsx'
import { takeErrand } from './discord-errand.ts'
import { DiscordConfirmed } from './DiscordConfirmed.port.tsx'
import { answerBy, refusal, showAt, tearDown } from './testing/show-discord.tsx'

const user = { ...buildUser({ userId: 7 }), hasPassword: false }
const SAVE = 'PUT /api/user/self/7'
const link = (confirmedUntil: string | null, isAvailable = true) => ({
  'GET /api/discord/link': () => Response.json({ isAvailable, link: null, confirmedUntil }),
})
const LATER = '2999-01-01T00:00:00.000Z'
const confirmed = (fields: ReactNode) => <DiscordConfirmed>{fields}</DiscordConfirmed>
const Card = () => <PasswordCard user={user} confirmed={confirmed} />
const open = () => showAt('/user/settings', Card)
const button = (name: string) => screen.queryByRole('button', { name })

beforeEach(() => void vi.spyOn(notify, 'success').mockReturnValue(undefined))
afterEach(() => {
  setTablet(false)
  tearDown()
})

test('a member without a password leaves for Discord to confirm before any field is shown', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue(undefined)
  const sent = answerBy({
    ...link(null),
    'POST /api/discord/confirm/start': () => Response.json({ url: 'https://discord.example/', tabSecret: 'of this tab' }),
  })
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm with Discord' }))
  expect(button('Set password')).toBeNull()
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://discord.example/'))
  expect(sent.at(-1)).toMatchObject({ body: { origin: window.location.origin } })
  expect(takeErrand()).toEqual({ purpose: 'confirm', tabSecret: 'of this tab', returnTo: '/user/settings' })
})

test('confirmed, they set their first password without a current one', async () => {
  const sent = answerBy({ ...link(LATER), [SAVE]: () => Response.json({ ...user, hasPassword: true }) })
  await open()
  fireEvent.change(await screen.findByLabelText(/^New password\b(?! again)/), { target: { value: 'a new long password' } })
  fireEvent.change(screen.getByLabelText(/^New password again/), { target: { value: 'a new long password' } })
  expect(screen.queryByLabelText(/^Current password/)).toBeNull()
  fireEvent.click(button('Set password')!)
  await waitFor(() => expect(notify.success).toHaveBeenCalledWith('Your password is set, and your other sessions have ended'))
  const body = sent.find(({ method }) => method === 'PUT')?.body
  expect(body).toMatchObject({ password: 'a new long password' })
  expect(body).not.toHaveProperty('currentPassword')
})

test('a confirmation that ran out is said above the fields, and what was typed stays', async () => {
  const ended = () =>
    Response.json(
      { code: 'forbidden', message: 'Confirm with Discord that it is you, then try again', field: 'currentPassword', requestId: '1' },
      { status: 403 },
    )
  answerBy({ ...link('2026-01-01T00:00:00.000Z'), [SAVE]: ended })
  await open()
  expect(await screen.findByRole('button', { name: 'Confirm with Discord' })).toBeTruthy()
  const field = screen.getByLabelText<HTMLInputElement>(/^New password\b(?! again)/)
  fireEvent.change(field, { target: { value: 'a new long password' } })
  fireEvent.change(screen.getByLabelText(/^New password again/), { target: { value: 'a new long password' } })
  fireEvent.click(button('Set password')!)
  expect((await screen.findByRole('alert')).textContent).toContain('Confirm with Discord that it is you, then try again')
  expect(field.value).toBe('a new long password')
})

test('where Discord’s page can’t be opened, they are told whom to ask', async () => {
  answerBy(link(null, false))
  await open()
  expect(await screen.findByText(/Ask the staff for a password link/)).toBeTruthy()
  tearDown()
  setTablet(true)
  answerBy(link(null))
  await open()
  expect(await screen.findByText(/Ask the staff for a password link/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('an answer that does not come offers to try again, and a start that is refused says why', async () => {
  answerBy({ 'GET /api/discord/link': () => refusal(403, 'forbidden', 'No') })
  await open()
  await screen.findByText(/could not be loaded/)
  answerBy({ ...link(null), 'POST /api/discord/confirm/start': () => refusal(409, 'conflict', 'Your account is not linked') })
  fireEvent.click(button('Try again')!)
  const confirm = await screen.findByRole('button', { name: 'Confirm with Discord' })
  act(() => confirm.focus())
  fireEvent.click(confirm)
  expect((await screen.findByRole('alert')).textContent).toContain('Your account is not linked')
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBe('false'))
})
