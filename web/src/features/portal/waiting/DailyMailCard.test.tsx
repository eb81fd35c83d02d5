// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { portalConfig, setPortalConfig } from '../../../platform/config/config.ts'
import { answerWith, refusal, showDiscord, userWith } from '../../community/discord/testing/show-discord.tsx'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { DailyMailCard } from './DailyMailCard.port.tsx'

const USER = userWith('Staff')
const PATH = `/api/user/daily-mail/${USER.userId}`
afterEach(() => {
  tearDown()
  vi.restoreAllMocks()
})
const open = async (hasMail: boolean, saved: unknown) => {
  const sent = answerWith({ [`GET ${PATH}`]: { isOn: false }, [`PUT ${PATH}`]: saved })
  setPortalConfig({ ...portalConfig(), hasMail })
  await showDiscord(<DailyMailCard />, USER)
  return sent
}

test('the card is there only where the portal sends mails', async () => {
  expect(await open(false, { isOn: true })).toEqual([])
  expect(screen.queryByText('Mail')).toBeNull()
})

test('the choice is saved as it is made, and taken back with the reason if it could not be saved', async () => {
  const sent = await open(true, { isOn: true })
  const choice = await screen.findByRole<HTMLInputElement>('switch')
  fireEvent.click(choice)
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ method: 'PUT', body: { isOn: true } }))
  await waitFor(() => expect(choice.checked).toBe(true))
  tearDown()
  await open(true, refusal(409, 'conflict', 'This portal sends no mails'))
  const again = await screen.findByRole<HTMLInputElement>('switch')
  fireEvent.click(again)
  expect((await screen.findByRole('alert')).textContent).toContain('This portal sends no mails')
  expect(again.checked).toBe(false)
})
