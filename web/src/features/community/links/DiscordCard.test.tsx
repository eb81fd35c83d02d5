// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notify } from '../../../platform/notify/notify.ts'
import { takeErrand } from './discord-return.ts'
import { DiscordCard } from './DiscordCard.port.tsx'
import { answerBy, refusal, showAt, tearDown } from './testing/show-discord.tsx'

const LINK = { username: 'rosa', displayName: 'Rosa D', linkedAt: '2026-01-01T00:00:00.000Z', how: 'page' }
const own = (link: typeof LINK | null, isAvailable = true) => Response.json({ isAvailable, link })
const Own = () => <DiscordCard choices={<p>Choices</p>} />
const open = (hash = '') => showAt(`/user/settings${hash}`, Own)
const button = (name: string) => screen.findByRole('button', { name })

const assign = vi.fn<(url: string) => void>()
beforeEach(() => {
  vi.spyOn(notify, 'success').mockReturnValue(undefined)
  vi.spyOn(window.location, 'assign').mockImplementation((url) => assign(String(url)))
})
afterEach(() => {
  assign.mockReset()
  tearDown()
})

test('linking leaves for Discord, and this tab keeps the secret', async () => {
  answerBy({
    'GET /api/discord/link': () => own(null),
    'POST /api/discord/link/start': () => Response.json({ url: 'https://discord.example/oauth2/authorize?x=1', tabSecret: 'of this tab' }),
  })
  await open()
  fireEvent.click(await button('Link Discord account'))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://discord.example/oauth2/authorize?x=1'))
  expect(takeErrand()).toEqual({ purpose: 'link', tabSecret: 'of this tab', returnTo: '/user/settings' })
})

test('why it could not be started is said in the card', async () => {
  answerBy({
    'GET /api/discord/link': () => own(null),
    'POST /api/discord/link/start': () => refusal(400, 'bad_request', 'Open the portal at https://portal.example to use Discord'),
  })
  await open()
  fireEvent.click(await button('Link Discord account'))
  expect((await screen.findByRole('alert')).textContent).toContain('Open the portal at https://portal.example')
  expect(assign).not.toHaveBeenCalled()
})

test('a linked account is named, and unlinked only after a question', async () => {
  let isLinked = true
  const sent = answerBy({
    'GET /api/discord/link': () => own(isLinked ? LINK : null),
    'DELETE /api/discord/link': () => {
      isLinked = false
      return Response.json({})
    },
  })
  await open()
  const unlink = await button('Unlink')
  expect(screen.getByText('Rosa D')).toBeTruthy()
  expect(screen.getByText('Choices')).toBeTruthy()
  act(() => unlink.focus())
  fireEvent.click(unlink)
  fireEvent.click(await button('Cancel'))
  expect(sent.filter(({ method }) => method === 'DELETE')).toEqual([])
  fireEvent.click(unlink)
  const dialog = await screen.findByRole('alertdialog', { name: 'Unlink Rosa D?' })
  fireEvent.click([...dialog.querySelectorAll('button')].at(-1)!)
  await button('Link Discord account')
  expect(notify.success).toHaveBeenCalledWith('Your Discord account is unlinked')
  await waitFor(() => expect(screen.getByText('Discord').closest('section')?.contains(document.activeElement)).toBe(true))
})

test('where Discord is not set up there is no button', async () => {
  answerBy({ 'GET /api/discord/link': () => own(null, false) })
  await open()
  await screen.findByText(/not linked/)
  expect(screen.queryByText('Choices')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a card that could not be loaded offers to try again', async () => {
  answerBy({ 'GET /api/discord/link': () => refusal(403, 'forbidden', 'No') })
  await open()
  await screen.findByText(/could not be loaded/)
  answerBy({ 'GET /api/discord/link': () => own(LINK) })
  fireEvent.click(await button('Try again'))
  expect(await screen.findByText('Rosa D')).toBeTruthy()
})

const withCode = {
  'GET /api/discord/link': () => own(null),
  'POST /api/discord/link/code/read': () =>
    Response.json({ username: 'rosa', displayName: 'Rosa D', expiresAt: '2026-01-01T00:00:00.000Z' }),
}

test('a code from /link is taken out of the address, and links only after a question that names the account', async () => {
  const sent = answerBy({ ...withCode, 'POST /api/discord/link/code': () => Response.json({ ...LINK, how: 'command' }) })
  const at = await open('#discord=ABCDEFGHJK')
  await screen.findByRole('alertdialog', { name: 'Link Discord account Rosa D to your account?' })
  expect(at()).toBe('/user/settings')
  expect(sent.map(({ path }) => path)).not.toContain('/api/discord/link/code')
  fireEvent.click(await button('Link'))
  await waitFor(() => expect(notify.success).toHaveBeenCalledWith('Your Discord account rosa is linked'))
  expect(sent.find(({ path }) => path === '/api/discord/link/code')?.body).toEqual({ code: 'ABCDEFGHJK' })
})

test('whoever declines links nothing', async () => {
  const sent = answerBy(withCode)
  await open('#discord=ABCDEFGHJK')
  fireEvent.click(await button('Cancel'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent.map(({ path }) => path)).not.toContain('/api/discord/link/code')
})

test('a code that has expired is said to be', async () => {
  answerBy({ ...withCode, 'POST /api/discord/link/code/read': () => refusal(400, 'invalid_input', 'This code has expired') })
  await open('#discord=ABCDEFGHJK')
  expect((await screen.findByRole('alert')).textContent).toContain('This code has expired')
})
