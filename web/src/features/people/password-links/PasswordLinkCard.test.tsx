// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { PasswordLink } from '@tenfour/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, refusal, showDiscord, userWith } from '../../community/discord/testing/show-discord.tsx'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { PasswordLinkCard } from './PasswordLinkCard.tsx'

const CODE = '7F3K-9MQT-HX3R-WZ2P-4DNC-8VJB-QX2M'
const PATH = '/api/user/password-links/7'
const build = (over: Partial<PasswordLink> = {}): PasswordLink => ({
  passwordLinkId: 3,
  purpose: 'reset',
  state: 'open',
  madeBy: { userId: 1, name: 'Rosa Delgado' },
  madeAt: '2026-11-18T20:00:00.000Z',
  expiresAt: '2026-11-18T21:00:00.000Z',
  ...over,
})

afterEach(() => {
  tearDown()
  vi.restoreAllMocks()
})

const open = async (answers: Record<string, unknown>) => {
  const sent = answerWith(answers)
  await showDiscord(<PasswordLinkCard userId={7} name="Lou Lost" />, userWith('Admin'))
  return sent
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const answer = async (question: string, name: string) =>
  fireEvent.click(within(await screen.findByRole('alertdialog', { name: question })).getByRole('button', { name }))

test('a link is made after a question, shown once with the portal’s address or this page’s, and then waits to be used', async () => {
  let links: PasswordLink[] = []
  await open({
    [`GET ${PATH}`]: () => links,
    [`POST ${PATH}`]: () => {
      links = [build()]
      return { ...build(), code: CODE, link: null }
    },
  })
  expect(await screen.findByText('You send them a link, and they choose the new password themselves.')).toBeTruthy()
  await press('Create password link')
  await answer('Create a password link for Lou Lost?', 'Create link')
  const dialog = within(await screen.findByRole('dialog', { name: 'Password link for Lou Lost' }))
  expect(dialog.getByText(`${window.location.origin}/login/reset#${CODE}`)).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Copy link' })).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'I have copied it' }))
  await waitFor(() => expect(screen.queryByText(new RegExp(CODE))).toBeNull())
  expect(await screen.findByText(/^Waiting to be used, until/)).toBeTruthy()
})

test('a welcome link that lapsed is replaced by another one', async () => {
  const lapsed = build({ purpose: 'welcome', state: 'expired' })
  await open({
    [`GET ${PATH}`]: [lapsed],
    [`POST ${PATH}`]: { ...lapsed, state: 'open', code: CODE, link: `https://portal.example.org/login/reset#${CODE}` },
  })
  expect(await screen.findByText('Expired before it was used')).toBeTruthy()
  expect(screen.getByText('For someone who has not joined yet')).toBeTruthy()
  await press('Create welcome link')
  await answer('Create a welcome link for Lou Lost?', 'Create link')
  const dialog = within(await screen.findByRole('dialog', { name: 'Welcome link for Lou Lost' }))
  expect(dialog.getByText(`https://portal.example.org/login/reset#${CODE}`)).toBeTruthy()
  expect(dialog.getByText(/choose their first password and join, once, within 14 days/)).toBeTruthy()
})

test('an open link is ended after a question, and a refusal is said on the card', async () => {
  let links = [build()]
  const sent = await open({
    [`GET ${PATH}`]: () => links,
    [`DELETE ${PATH}/3`]: () => {
      links = [build({ state: 'ended' })]
      return links[0]
    },
    [`POST ${PATH}`]: () => refusal(403, 'forbidden', "This account is above yours: you can't make a link for its password"),
  })
  await press('End link')
  await answer('End the link for Lou Lost?', 'End link')
  expect(await screen.findByText('Ended before it was used')).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  await press('Create password link')
  await answer('Create a password link for Lou Lost?', 'Create link')
  expect((await screen.findByRole('alert')).textContent).toContain('This account is above yours')
  expect(screen.queryByRole('dialog')).toBeNull()
})
