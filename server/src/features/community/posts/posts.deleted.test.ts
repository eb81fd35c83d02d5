import type { DiscordText, listDiscordTexts, ResponseOf } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostsPortal, type PostsPortal } from '../../../testing/test-posts.ts'
import { until } from '../../../testing/test-portal.ts'
import type { OutgoingMessage } from '../errands/errands.port.ts'
import { askToCheck } from './posts.deleted.ts'
import { askAgain, tryDenied } from './posts.jobs.ts'
import { keepPost } from './posts.keep.ts'

let p: PostsPortal
beforeAll(async () => {
  p = await startPostsPortal()
})
afterAll(() => p.close())

const PANEL: OutgoingMessage = { text: 'Press', buttons: [{ id: 'none:press', label: 'Press' }] }
const keep = (channelId: string, subject: string, message: OutgoingMessage | null) =>
  p.t.db.transaction().execute((tx) => keepPost(tx, { channelId, subject, message }))
const rows = (channelId: string) =>
  p.t.db.selectFrom('discord_posts').selectAll().where('channel_id', '=', channelId).orderBy('subject').execute()
const says = (channelId: string, texts: string[]) => until(`it says ${texts.join(', ')}`, () => p.said(channelId).join() === texts.join())
const isNoted = (channelId: string) =>
  until('it is noted', async () => (await rows(channelId)).every(({ message_id, is_left }) => message_id !== null || is_left))
const posted = async (name: string, posts: Record<string, OutgoingMessage>) => {
  const channelId = await p.channel(name, null)
  for (const [subject, message] of Object.entries(posts)) await keep(channelId, subject, message)
  await says(
    channelId,
    Object.values(posts).map(({ text }) => text),
  )
  await isNoted(channelId)
  return channelId
}
const messageIds = (channelId: string) => p.discord.messages(channelId).map(({ id }) => id)
const deleteAll = (channelId: string) => {
  for (const id of messageIds(channelId)) p.discord.deleteMessage(id)
}
/** Longer than it takes the portal to notice. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 2000))
const waiting = async (channelId: string) => {
  const keys = (await rows(channelId)).map(({ id }) => String(id))
  const all = await p.t.db.selectFrom('discord_errands').select(['payload', 'run_at']).where('state', '=', 'waiting').execute()
  return all.filter(({ payload }) => keys.some((key) => JSON.stringify(payload) === JSON.stringify({ key })))
}

test('a panel that a moderator deletes is posted again, with its buttons', async () => {
  const channelId = await posted('panels', { 'some-panel': PANEL, 'grant:1': { ...PANEL, text: 'A request' } })
  const before = messageIds(channelId)
  p.discord.deleteMessage(before[0] ?? '')
  await says(channelId, ['A request', 'Press'])
  expect(p.discord.messages(channelId)[1]?.components).toHaveLength(1)
  p.discord.deleteMessages(channelId, [before[1] ?? ''])
  await says(channelId, ['Press', 'A request'])
})

test('a panel that is deleted again within an hour is posted after that hour, or as soon as it changes', async () => {
  const channelId = await posted('argued', { 'some-panel': PANEL })
  deleteAll(channelId)
  await says(channelId, ['Press'])
  await isNoted(channelId)
  deleteAll(channelId)
  await until('it is asked for later', async () => (await waiting(channelId)).length === 1)
  await askAgain(p.t.db)
  await tryDenied(p.t.db)
  const [errand] = await waiting(channelId)
  expect(errand?.run_at.getTime()).toBeGreaterThan(Date.now() + 50 * 60_000)
  expect(p.said(channelId)).toEqual([])
  await keep(channelId, 'some-panel', { ...PANEL, text: 'Press here' })
  await says(channelId, ['Press here'])
})

test('a deleted part of the code of conduct is posted again in its place', async () => {
  const channelId = await posted('conduct', { 'conduct:1': { text: 'One' }, 'conduct:2': { text: 'Two' }, 'conduct:3': PANEL })
  const [first, second] = messageIds(channelId)
  p.discord.deleteMessage(first ?? '')
  await says(channelId, ['One', 'Two', 'Press'])
  expect(messageIds(channelId)[0], 'the others are edited').toBe(second)
  expect(p.discord.messages(channelId).map(({ components }) => components.length)).toEqual([0, 0, 1])
  expect((await rows(channelId)).map(({ is_left }) => is_left)).toEqual([false, false, false])
})

test('a deleted message of an open vote is posted again, and that of an ended vote is not', async () => {
  const channelId = await p.channel('votes', 'Voting')
  const input = { question: 'Ready?', options: ['Yes', 'No'], channelId, endsAt: new Date(Date.now() + 3_600_000).toISOString() }
  const created = await p.admin.post('/api/discord/votes', input)
  expect(created.statusCode, created.body).toBe(200)
  await until('it is there', () => p.said(channelId).length === 1)
  await isNoted(channelId)
  deleteAll(channelId)
  await until('it is there again', () => p.discord.messages(channelId)[0]?.components.length === 1)
  await isNoted(channelId)
  const { voteId, version } = created.json<{ voteId: number; version: number }>()
  expect((await p.admin.post(`/api/discord/votes/${voteId}/cancel`, { version })).statusCode).toBe(200)
  await until('it has no buttons', () => p.discord.messages(channelId)[0]?.components.length === 0)
  await p.isQuiet()
  deleteAll(channelId)
  await until('it is left', async () => (await rows(channelId))[0]?.is_left === true)
  await askAgain(p.t.db)
  await p.isQuiet()
  expect(p.said(channelId)).toEqual([])
})

test('a panel that is deleted while it is being edited is posted again too', async () => {
  const channelId = await posted('edited', { 'some-panel': PANEL })
  p.discord.fail({ method: 'PATCH', path: new RegExp(`/channels/${channelId}/messages`), delayMs: 1500, times: 1 })
  const [before] = messageIds(channelId)
  await keep(channelId, 'some-panel', { ...PANEL, text: 'Press here' })
  await until('it is being edited', () => p.discord.requests.some(({ method, path }) => method === 'PATCH' && path.includes(channelId)))
  p.discord.deleteMessage(before ?? '')
  await says(channelId, ['Press here'])
  await aWhile()
  await p.isQuiet()
  expect(p.said(channelId), 'once').toEqual(['Press here'])
})

test('a panel that is deleted between its edit and the note of it is posted again too', async () => {
  const channelId = await posted('just-edited', { 'some-panel': PANEL })
  const [before] = messageIds(channelId)
  const late = { after: true, delayMs: 1500, status: 200, body: { id: before }, times: 1 }
  p.discord.fail({ method: 'PATCH', path: new RegExp(`/channels/${channelId}/messages`), ...late })
  await keep(channelId, 'some-panel', { ...PANEL, text: 'Press here' })
  await says(channelId, ['Press here'])
  p.discord.deleteMessage(before ?? '')
  await until('it is there again', () => p.said(channelId).join() === 'Press here')
  expect(messageIds(channelId)).not.toContain(before)
})

test('a message that the portal deletes stays deleted', async () => {
  const channelId = await posted('own', { 'some-panel': PANEL })
  await keep(channelId, 'some-panel', null)
  await says(channelId, [])
  await aWhile()
  await p.isQuiet()
  expect([p.said(channelId), await rows(channelId)]).toEqual([[], []])
})

test('a message that the bot may not delete is forgotten once someone else deletes it', async () => {
  const channelId = await posted('stuck', { 'some-panel': PANEL })
  const denied = p.discord.fail({ method: 'DELETE', path: new RegExp(`/channels/${channelId}/messages`), status: 403, code: 50_001 })
  await keep(channelId, 'some-panel', null)
  await until('it failed', async () => (await rows(channelId))[0]?.problem !== '')
  denied.stop()
  deleteAll(channelId)
  await until('it is forgotten', async () => (await rows(channelId)).length === 0)
  expect(p.said(channelId)).toEqual([])
})

test('a message that staff wrote is shown as deleted in Discord, and is sent again on request', async () => {
  const channelId = await p.channel('written', 'Text')
  const path = '/api/discord/messages'
  const { textId } = (await p.admin.post(path, { channelId, text: 'Hello' })).json<DiscordText>()
  const text = async () =>
    (await p.admin.get(path)).json<ResponseOf<typeof listDiscordTexts>>().texts.find((each) => each.textId === textId)
  const isShown = (state: string) => until(`it is shown as ${state}`, async () => (await text())?.state === state)
  await isShown('sent')
  deleteAll(channelId)
  await isShown('deleted')
  await askAgain(p.t.db)
  await tryDenied(p.t.db)
  await p.isQuiet()
  expect(p.said(channelId)).toEqual([])

  expect((await p.admin.put(`${path}/${textId}`, { text: 'Hello', version: 1 })).statusCode).toBe(200)
  await says(channelId, ['Hello'])
  await isShown('sent')
  expect((await text())?.changedAt, 'not edited').toBeNull()
  deleteAll(channelId)
  await isShown('deleted')
  expect((await p.admin.delete(`${path}/${textId}?version=2`)).statusCode).toBe(200)
  await until('it is forgotten', async () => (await rows(channelId)).length === 0)
})

test('an announcement that is deleted in Discord is listed, and sent again only on request', async () => {
  const channelId = await p.channel('news', 'CommunityAnnouncements')
  const body = { title: 'Meeting', body: 'Tonight', departmentId: null, expiresAt: null }
  const created = await p.admin.post('/api/announcements', body)
  expect(created.statusCode, created.body).toBe(200)
  const { announcementId } = created.json<{ announcementId: number }>()
  await until('it is there', () => p.said(channelId).length === 1)
  await isNoted(channelId)
  const send = (to: string) => p.admin.post(`/api/discord/announcements/${announcementId}/send`, { channelId: to })
  expect((await send(channelId)).statusCode, 'not deleted').toBe(404)
  deleteAll(channelId)
  const deleted = async () => (await p.admin.get('/api/discord/messages')).json<ResponseOf<typeof listDiscordTexts>>().deletedAnnouncements
  await until('it is listed', async () => (await deleted()).length === 1)
  expect(await deleted()).toEqual([{ announcementId, title: 'Meeting', channelId, channel: 'news' }])
  await askAgain(p.t.db)
  await p.isQuiet()
  expect(p.said(channelId)).toEqual([])
  expect((await send('1')).statusCode).toBe(404)
  expect((await send(channelId)).statusCode).toBe(200)
  await until('it is there again', () => p.said(channelId).length === 1)
  expect(await deleted()).toEqual([])
})

test('a panel that was deleted while the bot was away is posted again when the bot is back', async () => {
  const channelId = await posted('away', { 'some-panel': PANEL, note: { text: 'Plain' } })
  p.discord.gateway.refuse(true)
  p.discord.gateway.close(4009)
  deleteAll(channelId)
  p.discord.gateway.refuse(false)
  await until('it is there again', () => p.said(channelId).join() === 'Press')
})

test('a panel is not posted twice where the bot may not read', async () => {
  const channelId = await posted('unreadable', { 'some-panel': PANEL })
  const denied = p.discord.fail({ method: 'GET', path: new RegExp(`/channels/${channelId}/messages`), status: 403, code: 50_013 })
  await askToCheck(p.t.db, p.guildId)
  await p.isQuiet()
  denied.stop()
  expect(p.said(channelId)).toEqual(['Press'])
})

test('a message of the portal’s former bot is replaced', async () => {
  const channelId = await posted('former', { 'some-panel': PANEL })
  const [former] = messageIds(channelId)
  p.discord.fail({ method: 'PATCH', path: new RegExp(`/channels/${channelId}/messages`), status: 403, code: 50_005, times: 1 })
  await keep(channelId, 'some-panel', { ...PANEL, text: 'Press here' })
  await says(channelId, ['Press here'])
  await aWhile()
  await p.isQuiet()
  expect([messageIds(channelId).includes(former ?? ''), p.said(channelId)]).toEqual([false, ['Press here']])
})
