// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { DiscordText, PatrolNotices } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { overviewOf } from '../discord/testing/discord.ts'
import { answerWith, refusal, showDiscord, userWith } from '../discord/testing/show-discord.tsx'
import { DiscordChoices } from './DiscordChoices.port.tsx'
import { PatrolNoticeButton } from './PatrolNoticeButton.port.tsx'
import { pingWords, textTitle, waitWords } from './post.labels.ts'
import { PostsPage } from './PostsPage.tsx'

const MANAGER = userWith('Staff', 'MANAGE_DISCORD')
const CHANNEL = { channelId: '11', name: 'general', guildName: 'Our Town' }
const NOTICES: PatrolNotices = {
  channels: [
    { ...CHANNEL, pingsRole: 'Patrol', unmentionableRole: null },
    { channelId: '12', name: 'other', guildName: 'Our Town', pingsRole: null, unmentionableRole: null },
  ],
  servers: [{ serverId: 3, name: 'Main' }],
  last: null,
  nextAt: null,
}
const textOf = (textId: number, over: Partial<DiscordText> = {}): DiscordText => ({
  textId,
  channelId: '11',
  channel: 'general',
  text: `Text ${textId}`,
  author: { userId: 4, name: 'A. Senn' },
  createdAt: '2026-11-14T20:00:00.000Z',
  changedAt: null,
  state: 'sent',
  problem: '',
  version: 1,
  ...over,
})
const reads = (texts: DiscordText[] | (() => DiscordText[]) = [], over: Record<string, unknown> = {}) => ({
  'GET /api/discord': overviewOf(),
  'GET /api/discord/messages': () => ({
    channels: [CHANNEL],
    texts: typeof texts === 'function' ? texts() : texts,
    deletedAnnouncements: [],
  }),
  'GET /api/discord/patrol-notice': NOTICES,
  'GET /api/discord/log-events': { groups: ['accounts'], version: 2 },
  ...over,
})
const card = async (title: string) => within((await screen.findByText(title)).closest('section')!)
const typed = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } })

beforeEach(() => {
  // Fields that grow with their text wait for fonts.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  vi.spyOn(notify, 'success').mockReturnValue(undefined)
  vi.spyOn(notify, 'error').mockReturnValue(undefined)
})
afterEach(() => {
  tearDown()
  Reflect.deleteProperty(document, 'fonts')
  vi.restoreAllMocks()
})

test('a message is written to a channel, and the focus stays where the next one begins', async () => {
  let texts: DiscordText[] = []
  const sent = answerWith({
    ...reads(() => texts),
    'POST /api/discord/messages': () => {
      texts = [textOf(1, { text: 'Hello', state: 'waiting' })]
      return texts[0]
    },
  })
  await showDiscord(<PostsPage />, MANAGER)
  const messages = await card('Messages to channels')
  const field = await messages.findByLabelText<HTMLTextAreaElement>('Message')
  fireEvent.click(messages.getByRole('button', { name: 'Send' }))
  await messages.findByText('Enter a message')
  typed(field, ' Hello ')
  fireEvent.click(messages.getByRole('button', { name: 'Send' }))
  await messages.findByText('Waiting')
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ channelId: '11', text: 'Hello' })
  expect(field.value).toBe('')
  expect(document.activeElement).toBe(field)
})

test('a message that someone else changed is not written over', async () => {
  let current = textOf(1, { text: 'Before' })
  const sent = answerWith({
    ...reads(() => [current]),
    'PUT /api/discord/messages/1': ({ body }: { body: { version: number } }) => {
      if (body.version === current.version) return textOf(1)
      return refusal(409, 'conflict', 'This message has changed since you opened it')
    },
  })
  await showDiscord(<PostsPage />, MANAGER)
  const messages = await card('Messages to channels')
  fireEvent.click(await messages.findByRole('button', { name: 'Edit Before' }))
  const dialog = within(await screen.findByRole('dialog'))
  typed(dialog.getByLabelText('Message'), 'Mine')
  current = textOf(1, { text: 'Theirs', version: 2 })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  const keep = await dialog.findByRole('button', { name: 'Keep mine' })
  expect(document.activeElement).toBe(keep)
  fireEvent.click(keep)
  expect(document.activeElement).toBe(dialog.getByLabelText('Message'))
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { text: 'Mine', version: 1 },
    { text: 'Mine', version: 2 },
  ])
})

test('a message is deleted after a question, and one that failed says why', async () => {
  let texts = [textOf(2, { state: 'failed', problem: 'The bot lacks a permission' }), textOf(1)]
  const sent = answerWith({
    ...reads(() => texts),
    'DELETE /api/discord/messages/2': () => {
      texts = texts.slice(1)
      return {}
    },
  })
  await showDiscord(<PostsPage />, MANAGER)
  await screen.findByText('The bot lacks a permission')
  fireEvent.click(screen.getByRole('button', { name: 'Delete Text 2' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText('The bot lacks a permission')).toBeNull())
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(true)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Messages written on the portal' })))
})

test('a message that Discord did not delete offers to try again, and nothing else', async () => {
  const sent = answerWith({
    ...reads([textOf(2, { state: 'undeleted', problem: 'The bot has no access' })]),
    'DELETE /api/discord/messages/2': {},
  })
  await showDiscord(<PostsPage />, MANAGER)
  await screen.findByText('Not deleted in Discord')
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Try again to delete Text 2' }))
  await waitFor(() => expect(sent.some(({ method }) => method === 'DELETE')).toBe(true))
})

test('a message that someone deleted in Discord is sent again as it was', async () => {
  let texts = [textOf(2, { state: 'deleted', version: 3 })]
  const sent = answerWith({
    ...reads(() => texts),
    'PUT /api/discord/messages/2': () => {
      texts = [textOf(2, { state: 'waiting', version: 4 })]
      return texts[0]
    },
  })
  await showDiscord(<PostsPage />, MANAGER)
  await screen.findByText('Deleted in Discord')
  const again = screen.getByRole('button', { name: 'Send again Text 2' })
  act(() => again.focus())
  fireEvent.click(again)
  await screen.findByText('Waiting')
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ text: 'Text 2', version: 3 })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Messages written on the portal' })))
})

test('an announcement that someone deleted in Discord is listed until it is sent again', async () => {
  let deletedAnnouncements = [{ announcementId: 7, title: 'Meeting', channelId: '11', channel: 'news' }]
  const sent = answerWith({
    ...reads(),
    'GET /api/discord/messages': () => ({ channels: [CHANNEL], texts: [], deletedAnnouncements }),
    'POST /api/discord/announcements/7/send': () => {
      deletedAnnouncements = []
      return {}
    },
  })
  await showDiscord(<PostsPage />, MANAGER)
  await screen.findByText('Announcement: Meeting')
  fireEvent.click(screen.getByRole('button', { name: 'Send Meeting again to #news' }))
  await waitFor(() => expect(screen.queryByText('Announcement: Meeting')).toBeNull())
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ channelId: '11' })
})

test('staff without MANAGE_DISCORD read, and change nothing', async () => {
  answerWith(reads([textOf(1)]))
  await showDiscord(<PostsPage />, userWith('Staff'))
  await screen.findByText('Text 1')
  expect(screen.queryByLabelText('Message')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
  const accounts = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Accounts' })
  expect([accounts.checked, accounts.disabled]).toEqual([true, true])
  expect((await card('Patrol notice')).getByRole('button', { name: 'Send' })).toBeTruthy()
})

test('an event is chosen at once, and a conflict shows what it is now', async () => {
  let choice = { groups: ['accounts'], version: 2 }
  const sent = answerWith({
    ...reads([], { 'GET /api/discord/log-events': () => choice }),
    'PUT /api/discord/log-events': ({ body }: { body: typeof choice }) => {
      if (body.version !== choice.version) return refusal(409, 'conflict', 'Someone else has changed the events since you opened them')
      choice = { groups: body.groups, version: choice.version + 1 }
      return choice
    },
  })
  await showDiscord(<PostsPage />, MANAGER)
  const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
  fireEvent.click(await box('Imports'))
  await screen.findByText('2 of 11')
  choice = { groups: ['roles'], version: 9 }
  fireEvent.click(await box('Warrants'))
  await screen.findByText(/Someone else has changed the events/)
  await waitFor(async () => expect([(await box('Roles')).checked, (await box('Warrants')).checked]).toEqual([true, false]))
  expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { groups: ['accounts', 'imports'], version: 2 },
    { groups: ['accounts', 'imports', 'warrants'], version: 3 },
  ])
})

test('a patrol notice is sent to the chosen channels, and then not again for a while', async () => {
  const nextAt = new Date(Date.now() + 14.5 * 60_000).toISOString()
  const sent = answerWith({
    ...reads(),
    'POST /api/discord/patrol-notice': { ...NOTICES, last: { text: 'At eight', by: 'Me', at: new Date().toISOString() }, nextAt },
  })
  await showDiscord(<PostsPage />, MANAGER)
  const notice = await card('Patrol notice')
  typed(await notice.findByLabelText('Text'), 'At eight')
  typed(notice.getByLabelText('Game server'), '3')
  fireEvent.click(notice.getByRole('checkbox', { name: '#general' }))
  fireEvent.click(notice.getByRole('button', { name: 'Send' }))
  await notice.findByText('Choose a channel')
  fireEvent.click(notice.getByRole('checkbox', { name: '#other' }))
  fireEvent.click(notice.getByRole('button', { name: 'Send' }))
  await notice.findByText('The next one can be sent in 15 min')
  expect(document.activeElement).toBe(notice.getByLabelText('Text'))
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ text: 'At eight', channelIds: ['12'], serverId: 3 })
  expect(notice.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
})

test('a refused patrol notice keeps its text, and the focus goes to its field', async () => {
  answerWith({ ...reads(), 'POST /api/discord/patrol-notice': refusal(429, 'rate_limited', 'A. Senn has just sent one') })
  await showDiscord(<PostsPage />, MANAGER)
  const notice = await card('Patrol notice')
  const field = await notice.findByLabelText<HTMLTextAreaElement>('Text')
  typed(field, 'At eight')
  fireEvent.click(notice.getByRole('button', { name: 'Send' }))
  await notice.findByRole('alert')
  expect([field.value, document.activeElement]).toEqual(['At eight', field])
})

test('a patrol notice that is half written is not lost: closing the dialog asks, and so does leaving the page', async () => {
  answerWith({ 'GET /api/discord/patrol-notice': NOTICES })
  await showDiscord(<PatrolNoticeButton />, MANAGER)
  fireEvent.click(await screen.findByRole('button', { name: 'Patrol notice' }))
  typed(await screen.findByLabelText('Text'), 'At eight')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard what you have typed?' }))
  fireEvent.click(question.getByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('At eight')
  tearDown()
  answerWith({ ...reads(), 'GET /api/discord/messages': { channels: [], texts: [], deletedAnnouncements: [] } })
  await showDiscord(<PostsPage />, MANAGER)
  typed(await (await card('Patrol notice')).findByLabelText('Text'), 'At eight')
  fireEvent.click(await screen.findByRole('link', { name: 'Give one that type' }))
  expect(await screen.findByRole('alertdialog', { name: 'Leave without sending?' })).toBeTruthy()
})

test('a message is named by the beginning of its first line', () => {
  expect([textTitle({ text: ' Welcome\nto all' }), textTitle({ text: 'x'.repeat(60) })]).toEqual(['Welcome', `${'x'.repeat(39)}…`])
})

test('a card that could not be loaded says so and leaves the others alone', async () => {
  answerWith(reads([textOf(1)], { 'GET /api/discord/patrol-notice': refusal(409, 'conflict', 'No') }))
  await showDiscord(<PostsPage />, MANAGER)
  await screen.findByText('Text 1')
  expect(await (await card('Patrol notice')).findByText(/could not be loaded/)).toBeTruthy()
})

test('the button is there for those who may send one, where there is a channel for it', async () => {
  answerWith({ 'GET /api/discord/patrol-notice': NOTICES })
  await showDiscord(<PatrolNoticeButton />, MANAGER)
  fireEvent.click(await screen.findByRole('button', { name: 'Patrol notice' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  tearDown()
  const sent = answerWith({ 'GET /api/discord/patrol-notice': NOTICES })
  await showDiscord(<PatrolNoticeButton />, buildUser({}))
  expect(screen.queryByRole('button')).toBeNull()
  expect(sent).toEqual([])
})

test('a member switches notices and patrols on, each saved at once', async () => {
  let chosen = { sendsNotices: false, patrolNotify: false, sendsWaiting: false, hasPatrolRole: true }
  const sent = answerWith({
    'GET /api/discord/preferences': () => chosen,
    'PUT /api/discord/preferences': ({ body }: { body: typeof chosen }) => {
      if (body.patrolNotify) return refusal(409, 'conflict', 'Link your Discord account first')
      chosen = { ...body, hasPatrolRole: true }
      return chosen
    },
  })
  await showDiscord(<DiscordChoices />, buildUser({}))
  const choice = (name: RegExp) => screen.findByRole<HTMLInputElement>('switch', { name })
  fireEvent.click(await choice(/^Send me notices/))
  await waitFor(async () => expect((await choice(/^Send me notices/)).checked).toBe(true))
  fireEvent.click(await choice(/^Tell me about patrols/))
  await screen.findByText(/Link your Discord account first/)
  expect((await choice(/^Tell me about patrols/)).checked).toBe(false)
  expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { sendsNotices: true, patrolNotify: false, sendsWaiting: false },
    { sendsNotices: true, patrolNotify: true, sendsWaiting: false },
  ])
})

test('how long to wait is said in minutes, rounded up', () => {
  const now = new Date('2026-11-14T20:00:00.000Z')
  expect(
    [null, '2026-11-14T19:59:00.000Z', '2026-11-14T20:00:30.000Z', '2026-11-14T20:12:00.000Z'].map((at) => waitWords(at, now)),
  ).toEqual([null, null, 'in 1 min', 'in 12 min'])
})

test('a channel says who is pinged there, or why nobody is', async () => {
  const channels = [
    ...NOTICES.channels,
    { channelId: '13', name: 'third', guildName: 'Our Town', pingsRole: null, unmentionableRole: 'Patrol' },
  ]
  expect(channels.map(pingWords)).toEqual([
    'Pings Patrol',
    'Pings nobody: no role there has the type PATROL_NOTIFY',
    "Pings nobody: Patrol can't be mentioned. Allow anyone to mention it in Discord",
  ])
  answerWith(reads([], { 'GET /api/discord/patrol-notice': { ...NOTICES, channels } }))
  await showDiscord(<PostsPage />, MANAGER)
  for (const words of channels.map(pingWords)) expect(await screen.findByText(words)).toBeTruthy()
})
