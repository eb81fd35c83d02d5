import { DEPARTMENT, type Announcement } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostsPortal, type PostsPortal } from '../../../testing/test-posts.ts'
import { until, type Http } from '../../../testing/test-portal.ts'
import { announcementMessage, createAnnouncementPosts } from './posts.announcements.ts'

let p: PostsPortal
let staff: Http
beforeAll(async () => {
  p = await startPostsPortal()
  staff = await p.t.as('staff')
})
afterAll(() => p.close())

const announce = async (title: string, over: object = {}): Promise<Announcement> => {
  const response = await staff.post('/api/announcements', { title, body: 'Come all', ...over })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<Announcement>()
}
const change = async ({ announcementId, version }: Announcement, over: object) =>
  (await staff.put(`/api/announcements/${announcementId}`, { title: 'Changed', body: 'Come all', version, ...over })).json<Announcement>()
const titles = (channelId: string) => p.said(channelId).map((text) => text.split('\n')[0])
const shows = (channelId: string, expected: string[]) =>
  until(`it shows ${expected.join(', ')}`, () => titles(channelId).join() === expected.join())

test('announcements for everyone are posted, edited and deleted in each channel for them, and ping nobody', async () => {
  const before = await announce('Before the channel')
  const forSome = await announce('For the department', { departmentId: DEPARTMENT.LSPD })
  const [first, second] = [await p.channel('news', 'CommunityAnnouncements'), await p.channel('more-news', 'CommunityAnnouncements')]
  await shows(first, ['Before the channel'])
  const made = await announce('Meeting @everyone', { body: 'At *eight* @here <@&1>' })
  for (const channelId of [first, second]) await shows(channelId, ['Before the channel', 'Meeting @everyone'])
  expect(p.said(first)[1]).toBe('Meeting @everyone\nAt *eight* @here <@&1>\n\nThe staff')
  for (const message of p.discord.messages(first)) expect(message).toMatchObject({ mentionEveryone: false, mentionRoles: [], mentions: [] })

  const { id } = p.discord.messages(first)[1]!
  const changed = await change(made, { title: 'Later' })
  for (const channelId of [first, second]) await shows(channelId, ['Before the channel', 'Later'])
  expect(p.discord.messages(first)[1]?.id, 'the same message').toBe(id)
  await staff.delete(`/api/announcements/${before.announcementId}`)
  await shows(first, ['Later'])
  const moved = await change(changed, { title: 'Now for some', departmentId: DEPARTMENT.LSPD })
  await shows(second, [])
  await change(moved, { title: 'For all again', departmentId: null })
  await change(forSome, { title: 'Opened up', departmentId: null })
  await shows(second, ['For all again', 'Opened up'])

  await p.setType(second, 'Text')
  await shows(second, [])
  expect(titles(first)).toEqual(['For all again', 'Opened up'])
  await p.setType(first, null)
  await shows(first, [])
})

test('an expired announcement is deleted, and a missing one is posted', async () => {
  const channelId = await p.channel('expiring', 'CommunityAnnouncements')
  const soon = await announce('Short-lived', { expiresAt: new Date(Date.now() + 60_000).toISOString() })
  await until('it is posted', () => titles(channelId).includes('Short-lived'))
  await p.isQuiet()
  await p.t.db
    .updateTable('announcements')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', soon.announcementId)
    .execute()
  await p.t.db
    .insertInto('announcements')
    .values({ title: 'Missed', body: 'Body', author_id: (await p.t.person('staff')).userId })
    .execute()
  await createAnnouncementPosts({ portalUrl: undefined }).reconcile(p.t.db)
  await until('it is gone', () => !titles(channelId).includes('Short-lived') && titles(channelId).includes('Missed'))
  await p.isQuiet()
  await createAnnouncementPosts({ portalUrl: undefined }).reconcile(p.t.db)
  expect(await p.t.db.selectFrom('discord_errands').select('id').where('state', '=', 'waiting').execute(), 'nothing more to do').toEqual([])
})

test('an announcement that is not saved is not posted', async () => {
  const channelId = await p.channel('unsaved', 'CommunityAnnouncements')
  await until('it has those of before', () => titles(channelId).includes('Missed'))
  const made = await announce('Kept')
  await until('it is posted', () => titles(channelId).includes('Kept'))
  const conflict = await staff.put(`/api/announcements/${made.announcementId}`, { title: 'Lost', body: 'Body', version: made.version + 5 })
  expect(conflict.statusCode).toBe(409)
  await p.isQuiet()
  expect(titles(channelId)).not.toContain('Lost')
})

test('a new announcement is posted even if there are more old ones than are ever posted', async () => {
  const channelId = await p.channel('crowded', 'CommunityAnnouncements')
  await p.isQuiet()
  const { userId } = await p.t.person('staff')
  const made = await p.t.db
    .insertInto('announcements')
    .values(
      Array.from({ length: 201 }, (_, index) => ({
        title: `Many ${index}`,
        body: 'Body',
        author_id: userId,
        created_at: new Date(Date.now() + index),
      })),
    )
    .returning('id')
    .execute()
  const channels = await p.t.db.selectFrom('discord_channels').select('id').where('type', '=', 'CommunityAnnouncements').execute()
  const message = JSON.stringify({ text: 'Body' })
  const posted = made.slice(102, 200).map(({ id }) => ({ subject: `announcement:${id}`, message_id: '1', wanted: message, sent: message }))
  await p.t.db
    .insertInto('discord_posts')
    .values(channels.flatMap(({ id }) => posted.map((post) => ({ ...post, channel_id: id }))))
    .execute()
  const { reconcile } = createAnnouncementPosts({ portalUrl: undefined })
  await reconcile(p.t.db)
  await until('it is posted', () => titles(channelId).includes('Many 200'))
  expect(titles(channelId), 'the hundredth').toContain('Many 101')
  expect(titles(channelId), 'an older one').not.toContain('Many 100')
  await p.isQuiet()
  await reconcile(p.t.db)
  expect(await p.t.db.selectFrom('discord_errands').select('id').where('state', '=', 'waiting').execute(), 'nothing more to do').toEqual([])
})

test('a text that is too long for Discord ends in … with the address of the rest', () => {
  const announcement: Announcement = {
    announcementId: 1,
    title: 'Long',
    body: 'word '.repeat(900),
    department: null,
    author: { userId: 1, name: 'Rosa *Delgado*' },
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: null,
    version: 1,
  }
  const { text } = announcementMessage(announcement, 'https://portal.example.com')
  expect(text.length).toBeLessThanOrEqual(4096)
  expect(text).toMatch(/word…\nhttps:\/\/portal\.example\.com\/user\/home\n\nRosa \\\*Delgado\\\*$/)
  expect(announcementMessage({ ...announcement, body: 'Short' }, undefined).text).toBe('Short\n\nRosa \\*Delgado\\*')
})
