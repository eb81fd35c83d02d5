import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeDiscord } from '../../../testing/discord/fake-discord.ts'
import { BOT_TOKEN, CLIENT_SECRET } from '../../../testing/test-discord.ts'
import { startGuildPortal } from '../../../testing/test-guild.ts'
import { startPostsPortal, type PostsPortal } from '../../../testing/test-posts.ts'
import { until } from '../../../testing/test-portal.ts'
import type { OutgoingMessage } from '../errands/errands.port.ts'
import { tryDenied, prunePosts } from './posts.jobs.ts'
import { keepPost, sendOnce } from './posts.keep.ts'

let p: PostsPortal
beforeAll(async () => {
  p = await startPostsPortal()
})
afterAll(() => p.close())

const keep = (channelId: string, subject: string, message: OutgoingMessage | null) =>
  p.t.db.transaction().execute((tx) => keepPost(tx, { channelId, subject, message }))
const row = (channelId: string, subject = 'note') =>
  p.t.db.selectFrom('discord_posts').selectAll().where('channel_id', '=', channelId).where('subject', '=', subject).executeTakeFirst()
const says = (channelId: string, texts: string[]) => until(`it says ${texts.join(', ')}`, () => p.said(channelId).join() === texts.join())
/** Keeps a post in a channel, and waits until it is there and nothing else is under way. */
const posted = async (name: string, text = 'First', type: 'Text' | null = null) => {
  const channelId = await p.channel(name, type)
  await keep(channelId, 'note', { text })
  await says(channelId, [text])
  await p.isQuiet()
  return channelId
}
const messagesOf = (channelId: string) => new RegExp(`/channels/${channelId}/messages`)
const hasFailed = (channelId: string) => until('it failed', async () => ((await row(channelId))?.problem ?? '') !== '')
const isFixed = (channelId: string) => until('the problem is gone', async () => (await row(channelId))?.problem === '')
/** The last errand for this post. */
const errandOf = async (channelId: string) => {
  const key = String((await row(channelId))?.id)
  const errands = await p.t.db
    .selectFrom('discord_errands')
    .select(['id', 'payload', 'state'])
    .where('kind', '=', 'post.keep')
    .orderBy('id', 'desc')
    .execute()
  return errands.find(({ payload }) => JSON.stringify(payload) === JSON.stringify({ key }))
}
const retry = async (channelId: string) => {
  const errand = await errandOf(channelId)
  expect(errand?.state).toBe('failed')
  expect((await p.admin.post(`/api/discord/errands/${errand?.id}/retry`, {})).statusCode).toBe(200)
}
/** The state after the process was killed between sending a message and noting it. */
const forgetSent = async (channelId: string, wanted: OutgoingMessage | null) => {
  const errand = await errandOf(channelId)
  await p.t.db
    .updateTable('discord_posts')
    .set({
      message_id: null,
      sent: null,
      sending: JSON.stringify({ text: 'First' }),
      sending_at: new Date(),
      wanted: wanted && JSON.stringify(wanted),
    })
    .where('channel_id', '=', channelId)
    .execute()
  await p.t.db
    .updateTable('discord_errands')
    .set({ state: 'waiting', ended_at: null })
    .where('id', '=', errand?.id ?? 0)
    .execute()
}

test('a post is sent once, edited when it differs, and deleted when nothing is wanted', async () => {
  const channelId = await p.channel('kept', null)
  await keep(channelId, 'note', { text: 'First', buttons: [{ id: 'a:b', label: 'Press' }] })
  await says(channelId, ['First'])
  const [message] = p.discord.messages(channelId)
  await p.isQuiet()
  await keep(channelId, 'note', { text: 'First', buttons: [{ id: 'a:b', label: 'Press' }] })
  expect(await p.t.db.selectFrom('discord_errands').select('id').where('state', '=', 'waiting').execute(), 'nothing to do').toEqual([])

  await keep(channelId, 'note', { text: 'Second' })
  await says(channelId, ['Second'])
  expect(p.discord.messages(channelId)[0]?.id, 'the same message').toBe(message?.id)
  await keep(channelId, 'note', null)
  await says(channelId, [])
  await until('the row is gone', async () => (await row(channelId)) === undefined)
  await keep(channelId, 'never', null)
  expect(await row(channelId, 'never')).toBeUndefined()
})

test('many changes in a row end with the last one', async () => {
  const channelId = await p.channel('busy', null)
  await Promise.all(Array.from({ length: 10 }, (_, index) => keep(channelId, 'note', { text: `Change ${index}` })))
  await keep(channelId, 'note', { text: 'The last' })
  await says(channelId, ['The last'])
})

test('a post that someone deleted in Discord is sent again', async () => {
  const channelId = await posted('deleted')
  await p.t.db.updateTable('discord_posts').set({ message_id: '999' }).where('channel_id', '=', channelId).execute()
  await keep(channelId, 'note', { text: 'Second' })
  await until('it is there again', () => p.said(channelId).includes('Second'))
})

test('a portal that ends between sending a message and noting it sends no second one', async () => {
  const channelId = await posted('crashed')
  await forgetSent(channelId, { text: 'Changed since' })
  await says(channelId, ['Changed since'])
  expect(p.discord.messages(channelId)).toHaveLength(1)
})

test('where the bot may not write, the post says why, and retrying sends it', async () => {
  const channelId = await p.channel('closed', null)
  const denied = p.discord.fail({ method: 'POST', path: messagesOf(channelId), status: 403, code: 50_013 })
  await keep(channelId, 'note', { text: 'First' })
  await hasFailed(channelId)
  denied.stop()
  await retry(channelId)
  await says(channelId, ['First'])
  await isFixed(channelId)
})

test('a post that the bot may not delete is kept as a problem, and is deleted once the bot may', async () => {
  const channelId = await posted('undeletable', 'Unwanted', 'Text')
  const denied = p.discord.fail({ method: 'DELETE', path: messagesOf(channelId), status: 403, code: 50_001 })
  await keep(channelId, 'note', null)
  await hasFailed(channelId)
  expect(await row(channelId)).toMatchObject({ wanted: null, problem: 'The bot has no access to this in Discord' })
  expect((await row(channelId))?.message_id).not.toBeNull()
  await keep(channelId, 'note', null)
  expect(await row(channelId), 'tried again').toMatchObject({ problem: '' })
  await hasFailed(channelId)

  const sees = (bits: string) => p.t.db.updateTable('discord_channels').set({ bot_permissions: bits }).where('id', '=', channelId).execute()
  denied.stop()
  await sees('0')
  await tryDenied(p.t.db)
  await p.isQuiet()
  expect(p.said(channelId), 'the bot does not see the channel').toEqual(['Unwanted'])
  await sees('1024')
  await tryDenied(p.t.db)
  await says(channelId, [])
  await until('the row is gone', async () => (await row(channelId)) === undefined)
})

test('a post that was sent just before a crash and may not be deleted is not forgotten either', async () => {
  const channelId = await posted('crashed-and-denied')
  const { message_id } = (await row(channelId))!
  const denied = p.discord.fail({ method: 'DELETE', path: messagesOf(channelId), status: 403, code: 50_013 })
  await forgetSent(channelId, null)
  await hasFailed(channelId)
  expect(await row(channelId)).toMatchObject({ message_id, wanted: null })
  denied.stop()
  await keep(channelId, 'note', null)
  await says(channelId, [])
})

test('staff can retry a failed deletion, and a message that never arrived needs none', async () => {
  const channelId = await posted('half-deleted', 'Unwanted')
  const denied = p.discord.fail({ path: messagesOf(channelId), status: 403, code: 50_013 })
  await keep(channelId, 'note', null)
  await keep(channelId, 'other', { text: 'Never sent' })
  await until('both failed', async () => (await row(channelId))?.problem !== '' && (await row(channelId, 'other'))?.problem !== '')
  await keep(channelId, 'other', null)
  await until('forgotten', async () => (await row(channelId, 'other')) === undefined)
  denied.stop()
  await retry(channelId)
  await says(channelId, [])
})

test('a failed edit is no longer a problem once the old text is wanted again', async () => {
  const channelId = await posted('unchanged')
  const denied = p.discord.fail({ method: 'PATCH', path: messagesOf(channelId), status: 403, code: 50_013 })
  await keep(channelId, 'note', { text: 'Second' })
  await hasFailed(channelId)
  denied.stop()
  await p.t.db
    .updateTable('discord_posts')
    .set({ wanted: JSON.stringify({ text: 'First' }) })
    .where('channel_id', '=', channelId)
    .execute()
  await retry(channelId)
  await isFixed(channelId)
})

test('a message that is sent once pings nobody', async () => {
  const channelId = await p.channel('once', null)
  await p.t.db.transaction().execute((tx) => sendOnce(tx, { channelId, message: { text: 'Hello @everyone' } }))
  await says(channelId, ['Hello @everyone'])
  expect(p.discord.messages(channelId)[0]).toMatchObject({ mentionEveryone: false, mentionRoles: [], mentions: [] })
})

test('a message is no longer sent after its time', async () => {
  const channelId = await p.channel('late', null)
  const until = new Date(Date.now() - 1000)
  await p.t.db.transaction().execute(async (tx) => {
    await sendOnce(tx, { channelId, until, message: { text: 'Patrol now' } })
    await sendOnce(tx, { channelId, until: new Date(Date.now() + 60_000), message: { text: 'Patrol later' } })
  })
  await says(channelId, ['Patrol later'])
})

test('the titles of errands name the channel', async () => {
  const { items } = (await (await p.t.as('staff')).get('/api/discord/errands?pageSize=100')).json<{ items: { title: string }[] }>()
  const titles = items.map(({ title }) => title)
  expect(titles).toContain('Post or edit a message in #busy')
  expect(titles).toContain('Send a message to #once')
})

test('posts in a deleted channel are forgotten after a day', async () => {
  const channelId = await posted('forgotten', 'First', 'Text')
  const gone = (days: number) =>
    p.t.db
      .updateTable('discord_channels')
      .set({ gone_at: new Date(Date.now() - days * 24 * 3_600_000) })
      .where('id', '=', channelId)
      .execute()
  await gone(0)
  await prunePosts(p.t.db)
  expect(await row(channelId)).toBeDefined()
  await gone(2)
  await prunePosts(p.t.db)
  expect(await row(channelId)).toBeUndefined()
})

test('a message older than an hour is edited from time to time, and for the last time at once', async () => {
  let shiftMs = -7_200_000
  const discord = await createFakeDiscord({ token: BOT_TOKEN, clientSecret: CLIENT_SECRET, now: () => Date.now() + shiftMs })
  const guild = discord.addGuild({ name: 'Old messages' })
  const channel = discord.addChannel(guild.id, { name: 'votes' })
  const old = await startGuildPortal(discord, guild.id)
  const buttons = [{ id: 'vote:1', label: 'Yes' }]
  const show = (text: string, more: Partial<OutgoingMessage> = { buttons }) =>
    old.t.db.transaction().execute((tx) => keepPost(tx, { channelId: channel.id, subject: 'vote:1', message: { text, ...more } }))
  const shows = (text: string) => until(`it shows ${text}`, () => discord.messages(channel.id)[0]?.content === text)
  const waiting = () => old.t.db.selectFrom('discord_errands').select('run_at').where('state', '=', 'waiting').executeTakeFirst()
  await show('0 votes')
  await shows('0 votes')
  shiftMs = 0
  await show('1 vote')
  await shows('1 vote')
  await until('that is done', async () => (await waiting()) === undefined)
  for (const votes of [2, 3, 4, 5, 6]) await show(`${votes} votes`)
  expect((await waiting())?.run_at.getTime()).toBeGreaterThan(Date.now() + 30_000)
  await show('It has ended: 6 votes', {})
  await shows('It has ended: 6 votes')
  expect(discord.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(2)
  expect(discord.limits.refused).toBe(0)
  await old.close()
})
