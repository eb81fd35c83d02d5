// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answerWith, refusal } from '../../../community/discord/testing/show-discord.tsx'
import { show, tearDown } from '../../../legal/warrants/testing/show.tsx'
import { AddressPage } from './AddressPage.tsx'

const PATH = 'POST /api/auth/confirm-address'
afterEach(tearDown)
const open = async (hash: string, answer: unknown) => {
  const sent = answerWith({ [PATH]: answer })
  await show(<AddressPage />, undefined, [], `/${hash}`)
  return sent
}

test('opening the link confirms nothing by itself, pressing the button does, and the heading says so', async () => {
  const sent = await open('#ABCD-EFGH', { emailAddress: 'new@example.com' })
  const button = await screen.findByRole('button', { name: 'Confirm' })
  expect(sent).toEqual([])
  fireEvent.click(button)
  expect(await screen.findByText('new@example.com')).toBeTruthy()
  expect(sent).toEqual([{ method: 'POST', path: '/api/auth/confirm-address', body: { code: 'ABCD-EFGH' } }])
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Your email address is changed'))
})

test('a link that no longer works, and an address without a code, say what to do', async () => {
  await open('#ABCD', refusal(400, 'invalid_input', 'This link no longer works.', 'code'))
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This link no longer works.')
  expect(screen.getByRole('button', { name: 'Confirm' })).toBeTruthy()
  tearDown()
  await open('', {})
  expect(await screen.findByText(/Open the whole link from the mail again/)).toBeTruthy()
})
