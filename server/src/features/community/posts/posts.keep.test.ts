import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostsPortal, type PostsPortal } from '../../../testing/test-posts.ts'
import { until } from '../../../testing/test-portal.ts'
import type { OutgoingMessage } from '../errands/errands.port.ts'
import { prunePosts } from './posts.jobs.ts'
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

test('many changes in a row end with the last', async () => {
  const channelId = await p.channel('busy', null)
  await Promise.all(Array.from({ length: 10 }, (_, index) => keep(channelId, 'note', { text: `Change ${index}` })))
  await keep(channelId, 'note', { text: 'The last' })
  await says(channelId, ['The last'])
})

test('one that someone deleted in Discord is sent anew', async () => {
  const channelId = await p.channel('deleted', null)
  await keep(channelId, 'note', { text: 'First' })
  await says(channelId, ['First'])
  await p.isQuiet()
  await p.t.db.updateTable('discord_posts').set({ message_id: '999' }).where('channel_id', '=', channelId).execute()
  await keep(channelId, 'note', { text: 'Second' })
  await until('it is there again', () => p.said(channelId).includes('Second'))
})

test('a portal that ends after sending and before noting it sends no second message', async () => {
  const channelId = await p.channel('crashed', null)
  await keep(channelId, 'note', { text: 'First' })
  await says(channelId, ['First'])
  await p.isQuiet()
  const errand = await p.t.db
    .selectFrom('discord_errands')
    .select(['id', 'payload'])
    .where('kind', '=', 'post.keep')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  // As it is when the process is killed in between, and the wish has changed since.
  const sent = JSON.stringify({ text: 'First' })
  await p.t.db
    .updateTable('discord_posts')
    .set({ message_id: null, sent: null, sending: sent, sending_at: new Date(), wanted: JSON.stringify({ text: 'Changed meanwhile' }) })
    .where('channel_id', '=', channelId)
    .execute()
  await p.t.db.updateTable('discord_errands').set({ state: 'waiting', ended_at: null }).where('id', '=', errand.id).execute()
  await says(channelId, ['Changed meanwhile'])
  expect(p.discord.messages(channelId)).toHaveLength(1)
})

test('where the bot may not write, the post says why, and retrying sends it', async () => {
  const channelId = await p.channel('closed', null)
  const denied = p.discord.fail({ method: 'POST', path: new RegExp(`/channels/${channelId}/messages`), status: 403, code: 50_013 })
  await keep(channelId, 'note', { text: 'First' })
  await until('it failed', async () => (await row(channelId))?.problem !== '')
  denied.stop()
  const failed = await p.t.db.selectFrom('discord_errands').select('id').where('state', '=', 'failed').executeTakeFirstOrThrow()
  expect((await (await p.t.as('admin')).post(`/api/discord/errands/${failed.id}/retry`, {})).statusCode).toBe(200)
  await says(channelId, ['First'])
  await until('the problem is gone', async () => (await row(channelId))?.problem === '')
})

test('a message that is sent once pings nobody', async () => {
  const channelId = await p.channel('once', null)
  await p.t.db.transaction().execute((tx) => sendOnce(tx, { channelId, message: { text: 'Hello @everyone' } }))
  await says(channelId, ['Hello @everyone'])
  expect(p.discord.messages(channelId)[0]).toMatchObject({ mentionEveryone: false, mentionRoles: [], mentions: [] })
})

test('a message whose time is over is not sent any more', async () => {
  const channelId = await p.channel('late', null)
  const until = new Date(Date.now() - 1000)
  await p.t.db.transaction().execute(async (tx) => {
    await sendOnce(tx, { channelId, until, message: { text: 'Patrol now' } })
    await sendOnce(tx, { channelId, until: new Date(Date.now() + 60_000), message: { text: 'Patrol later' } })
  })
  await says(channelId, ['Patrol later'])
})

test('errands have titles that say where', async () => {
  const { items } = (await (await p.t.as('staff')).get('/api/discord/errands?pageSize=100')).json<{ items: { title: string }[] }>()
  const titles = items.map(({ title }) => title)
  expect(titles).toContain('Keep a message in #busy')
  expect(titles).toContain('Send a message to #once')
})

test('posts in a channel that is gone are forgotten after a day', async () => {
  const channelId = await p.channel('forgotten', 'Text')
  await keep(channelId, 'note', { text: 'First' })
  await says(channelId, ['First'])
  await p.isQuiet()
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
