// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { answerWith, showDiscord } from '../discord/testing/show-discord.tsx'
import { DiscordChoices } from './DiscordChoices.port.tsx'

afterEach(tearDown)

const chosen = { sendsNotices: true, patrolNotify: false, sendsWaiting: false, hasPatrolRole: true, refusal: 'closed' }
const choice = (name: RegExp) => screen.findByRole<HTMLInputElement>('switch', { name })

test('a member whose last notice Discord refused sees why, until they choose anew', async () => {
  answerWith({
    'GET /api/discord/preferences': chosen,
    'PUT /api/discord/preferences': ({ body }: { body: object }) => ({ ...body, hasPatrolRole: true }),
  })
  await showDiscord(<DiscordChoices />, buildUser({}))
  await screen.findByText('Discord refused your last notice.')
  await screen.findByText(/allow direct messages from members of the server/)
  fireEvent.click(await choice(/^Tell me about patrols/))
  await waitFor(() => expect(screen.queryByText(/Discord refused/)).toBeNull())
  expect((await choice(/^Send me notices/)).checked).toBe(true)
})

test('someone who wants no notices sees nothing about refused ones', async () => {
  answerWith({ 'GET /api/discord/preferences': { ...chosen, sendsNotices: false } })
  await showDiscord(<DiscordChoices />, buildUser({}))
  expect((await choice(/^Send me notices/)).checked).toBe(false)
  expect(screen.queryByText(/Discord refused/)).toBeNull()
})

test('a member chooses to be told what waits for them, without the notices', async () => {
  const none = { ...chosen, sendsNotices: false, refusal: undefined }
  const sent = answerWith({
    'GET /api/discord/preferences': none,
    'PUT /api/discord/preferences': ({ body }: { body: object }) => ({ ...body, hasPatrolRole: true }),
  })
  await showDiscord(<DiscordChoices />, buildUser({}))
  fireEvent.click(await choice(/^Tell me in Discord what waits/))
  await waitFor(async () => expect((await choice(/^Tell me in Discord what waits/)).checked).toBe(true))
  expect(sent.at(-1)?.body).toEqual({ sendsNotices: false, patrolNotify: false, sendsWaiting: true })
})
