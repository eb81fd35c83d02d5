// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { SignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { takeErrand } from './discord-errand.ts'
import { DiscordCard } from './DiscordCard.port.tsx'
import { answerBy, refusal, showAt, tearDown } from './testing/show-discord.tsx'

const LINK = { username: 'rosa', displayName: 'Rosa D', linkedAt: '2026-01-01T00:00:00.000Z', how: 'page' }
const own = (link: typeof LINK | null, isAvailable = true) => Response.json({ isAvailable, link })
const Own = () => (
  <SignedInUser value={buildUser()}>
    <DiscordCard choices={<p>Choices</p>} />
  </SignedInUser>
)
const open = (hash = '') => showAt(`/user/settings${hash}`, Own)
const button = (name: string) => screen.findByRole('button', { name })
const field = () => screen.findByLabelText<HTMLInputElement>(/^Current password/)
const give = async (password: string, submitLabel: string) => {
  fireEvent.change(await field(), { target: { value: password } })
  fireEvent.click(await button(submitLabel))
}
const wrongPassword = () =>
  Response.json(
    { code: 'invalid_input', message: 'This is not your current password', field: 'currentPassword', requestId: '1' },
    { status: 400 },
  )
const openDialog = async () => {
  const opener = await button('Link Discord account')
  act(() => opener.focus())
  fireEvent.click(opener)
  await screen.findByRole('dialog', { name: 'Link Discord account' })
  return opener
}

const assign = vi.fn<(url: string) => void>()
beforeEach(() => {
  vi.spyOn(notify, 'success').mockReturnValue(undefined)
  vi.spyOn(window.location, 'assign').mockImplementation((url) => assign(String(url)))
})
afterEach(() => {
  assign.mockReset()
  tearDown()
})

const START = 'POST /api/discord/link/start'
const started = () => Response.json({ url: 'https://discord.example/oauth2/authorize?x=1', tabSecret: 'of this tab' })

test('linking asks for the password, then leaves for Discord, and this tab keeps the secret', async () => {
  const sent = answerBy({ 'GET /api/discord/link': () => own(null), [START]: started })
  await open()
  await openDialog()
  await waitFor(async () => expect(document.activeElement).toBe(await field()))
  expect((await field()).autocomplete).toBe('current-password')
  expect(sent.map(({ path }) => path)).not.toContain('/api/discord/link/start')
  await give('correct horse', 'Continue to Discord')
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://discord.example/oauth2/authorize?x=1'))
  expect(sent.at(-1)?.body).toEqual({ origin: window.location.origin, currentPassword: 'correct horse' })
  expect(takeErrand()).toEqual({ purpose: 'link', tabSecret: 'of this tab', returnTo: '/user/settings' })
  expect((await button('Continue to Discord')).hasAttribute('data-loading'), 'busy until Discord’s page is there').toBe(true)
})

test('coming back from Discord’s page finds no dialog that is still busy', async () => {
  answerBy({ 'GET /api/discord/link': () => own(null), [START]: started })
  await open()
  await openDialog()
  await give('correct horse', 'Continue to Discord')
  await waitFor(() => expect(assign).toHaveBeenCalled())
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a wrong password is said at the field, which gets the focus back, and another try works', async () => {
  let isWrong = true
  answerBy({ 'GET /api/discord/link': () => own(null), [START]: () => (isWrong ? wrongPassword() : started()) })
  await open()
  await openDialog()
  await give('wrong', 'Continue to Discord')
  await screen.findByText('This is not your current password')
  await waitFor(async () => expect(document.activeElement).toBe(await field()))
  expect((await field()).getAttribute('aria-invalid')).toBe('true')
  expect(assign).not.toHaveBeenCalled()
  expect(takeErrand()).toBeNull()
  isWrong = false
  await give('correct horse', 'Continue to Discord')
  await waitFor(() => expect(assign).toHaveBeenCalled())
})

test('without a password nothing is sent', async () => {
  const sent = answerBy({ 'GET /api/discord/link': () => own(null) })
  await open()
  await openDialog()
  fireEvent.click(await button('Continue to Discord'))
  await screen.findByText('Enter your current password')
  expect(sent.map(({ path }) => path)).not.toContain('/api/discord/link/start')
})

test('cancelling gives the focus back to the button, also while the portal is asked: then it does not leave', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answerBy({ 'GET /api/discord/link': () => own(null), [START]: () => promise })
  await open()
  const opener = await openDialog()
  await give('correct horse', 'Continue to Discord')
  await waitFor(async () => expect((await button('Continue to Discord')).hasAttribute('data-loading')).toBe(true))
  fireEvent.click(await button('Cancel'))
  await waitFor(() => expect(document.activeElement).toBe(opener))
  expect(screen.queryByRole('dialog')).toBeNull()
  await act(async () => resolve(started()))
  expect(assign).not.toHaveBeenCalled()
  expect(takeErrand()).toBeNull()
})

test('why it could not be started is said in the dialog', async () => {
  answerBy({
    'GET /api/discord/link': () => own(null),
    [START]: () => refusal(400, 'bad_request', 'Open the portal at https://portal.example to use Discord'),
  })
  await open()
  await openDialog()
  await give('correct horse', 'Continue to Discord')
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

const USE = 'POST /api/discord/link/code'
const isInCard = () => screen.getByText('Discord').closest('section')?.contains(document.activeElement)
const codeDialog = () => screen.findByRole('dialog', { name: 'Link Discord account Rosa D to your account?' })

test('a code from /link is taken out of the address, and links only after the account is named and the password given', async () => {
  let isLinked = false
  const sent = answerBy({
    ...withCode,
    'GET /api/discord/link': () => own(isLinked ? LINK : null),
    [USE]: () => {
      isLinked = true
      return Response.json({ ...LINK, how: 'command' })
    },
  })
  const at = await open('#discord=ABCDEFGHJK')
  expect((await codeDialog()).textContent).toContain('The owner of rosa can then sign in as you.')
  expect(at()).toBe('/user/settings')
  await waitFor(async () => expect(document.activeElement).toBe(await field()))
  expect(sent.map(({ path }) => path)).not.toContain('/api/discord/link/code')
  await give('correct horse', 'Link')
  await waitFor(() => expect(notify.success).toHaveBeenCalledWith('Your Discord account rosa is linked'))
  expect(sent.find(({ path }) => path === '/api/discord/link/code')?.body).toEqual({ code: 'ABCDEFGHJK', currentPassword: 'correct horse' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(isInCard()).toBe(true))
})

test('after a wrong password the code can still be used', async () => {
  let isWrong = true
  answerBy({ ...withCode, [USE]: () => (isWrong ? wrongPassword() : Response.json({ ...LINK, how: 'command' })) })
  await open('#discord=ABCDEFGHJK')
  await codeDialog()
  await give('wrong', 'Link')
  await screen.findByText('This is not your current password')
  await waitFor(async () => expect(document.activeElement).toBe(await field()))
  isWrong = false
  await give('correct horse', 'Link')
  await waitFor(() => expect(notify.success).toHaveBeenCalledWith('Your Discord account rosa is linked'))
})

test('a code that was used by now is said to be, in the dialog', async () => {
  answerBy({ ...withCode, [USE]: () => refusal(400, 'invalid_input', 'This code has expired or was used already') })
  await open('#discord=ABCDEFGHJK')
  await codeDialog()
  await give('correct horse', 'Link')
  expect((await screen.findByRole('alert')).textContent).toContain('used already')
})

test('declining links nothing, and leaves the focus in the card', async () => {
  const sent = answerBy(withCode)
  await open('#discord=ABCDEFGHJK')
  await codeDialog()
  fireEvent.click(await button('Cancel'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(isInCard()).toBe(true))
  expect(sent.map(({ path }) => path)).not.toContain('/api/discord/link/code')
})

test('a code that has expired is said to be', async () => {
  answerBy({ ...withCode, 'POST /api/discord/link/code/read': () => refusal(400, 'invalid_input', 'This code has expired') })
  await open('#discord=ABCDEFGHJK')
  expect((await screen.findByRole('alert')).textContent).toContain('This code has expired')
})
