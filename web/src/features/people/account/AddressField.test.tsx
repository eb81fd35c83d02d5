// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { AddressChange } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { answerBy, show, tearDown } from '../../legal/warrants/testing/show.tsx'
import { AddressField } from './AddressField.tsx'

const WAITING = { emailAddress: 'new@example.org', expiresAt: '2126-11-25T20:00:00.000Z' }
const USER = buildUser({ userId: 7, name: 'Vera Oakes' })

let pending: AddressChange['pending']
let refusal: { status: number; body: object } | null
let sent: { method: string; path: string; body: unknown }[]
const profile = vi.fn<() => void>()
beforeEach(() => {
  pending = null
  refusal = null
  sent = []
  profile.mockReset()
  vi.spyOn(notify, 'success').mockReturnValue()
})
afterEach(() => {
  tearDown()
  vi.restoreAllMocks()
})

/** The field in the form of the profile, as the account settings show it. */
async function open({ hasPassword = true } = {}) {
  answerBy((path, { method = 'GET', body } = {}) => {
    if (method === 'GET') return Response.json({ pending })
    sent.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : undefined })
    if (refusal) return Response.json(refusal.body, { status: refusal.status })
    pending = method === 'DELETE' ? null : WAITING
    return Response.json({ pending })
  })
  await show(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        profile()
      }}
    >
      <AddressField user={{ ...USER, hasPassword }} confirmed={(fields) => <div data-testid="confirmed">{fields}</div>} />
    </form>,
  )
}
async function change(emailAddress: string, password?: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'Change email address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change email address' }))
  fireEvent.change(dialog.getByLabelText(/^New email address/), { target: { value: emailAddress } })
  if (password !== undefined) fireEvent.change(dialog.getByLabelText(/^Current password/), { target: { value: password } })
  fireEvent.click(dialog.getByRole('button', { name: 'Send mail' }))
  return dialog
}

test('a new address is asked for with the password, waits for its mail, and can be given up', async () => {
  await open()
  expect(await screen.findByDisplayValue(USER.emailAddress)).toHaveProperty('readOnly', true)
  await change(WAITING.emailAddress, 'my password')
  await waitFor(() => expect(notify.success).toHaveBeenCalledWith('Open the mail to new@example.org to confirm it'))
  expect(sent).toMatchObject([{ body: { emailAddress: WAITING.emailAddress, currentPassword: 'my password' } }])
  expect(await screen.findByText(/^Open the mail to new@example.org to confirm that address/)).toBeTruthy()
  expect(screen.getByDisplayValue(USER.emailAddress), 'until it is confirmed').toBeTruthy()
  expect(profile, 'the form of the profile is not sent with it').not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Keep the current one' }))
  await waitFor(() => expect(screen.queryByText(/^Open the mail to/)).toBeNull())
  expect(sent.at(-1)).toMatchObject({ method: 'DELETE' })
})

test('a text that is no address, and a missing password, are named in the dialog and not sent', async () => {
  await open()
  const dialog = await change('nora', '')
  expect(await dialog.findByText('This is not an email address')).toBeTruthy()
  expect(dialog.getByText('Enter your current password')).toBeTruthy()
  expect(sent).toEqual([])
})

test('a wrong password is said in the dialog, which stays open', async () => {
  refusal = {
    status: 400,
    body: { code: 'invalid_input', message: 'This is not your current password', field: 'currentPassword', requestId: 'r' },
  }
  await open()
  const dialog = await change(WAITING.emailAddress, 'wrong')
  expect(await dialog.findByText('This is not your current password')).toBeTruthy()
  expect(notify.success).not.toHaveBeenCalled()
})

test('a member without a password confirms with Discord in place of it', async () => {
  refusal = { status: 400, body: { code: 'invalid_input', message: 'Enter your password', field: 'currentPassword', requestId: 'r' } }
  await open({ hasPassword: false })
  const dialog = await change(WAITING.emailAddress)
  expect(dialog.queryByLabelText(/^Current password/)).toBeNull()
  expect(dialog.getByTestId('confirmed')).toBeTruthy()
  expect(await dialog.findByText('Confirm with Discord that it is you, then try again.')).toBeTruthy()
  expect(sent).toMatchObject([{ body: { emailAddress: WAITING.emailAddress } }])
})
