import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostsPortal, type PostsPortal } from '../../../testing/test-posts.ts'
import { until } from '../../../testing/test-portal.ts'
import { askAgain, tryDenied } from './posts.jobs.ts'
import { keepPost } from './posts.keep.ts'

let p: PostsPortal
beforeAll(async () => {
  p = await startPostsPortal()
})
afterAll(() => p.close())

const keep = (channelId: string, text: string, isAskedAgain = false) =>
  p.t.db.transaction().execute((tx) => keepPost(tx, { channelId, subject: 'note', message: { text }, isAskedAgain }))
const problem = async (channelId: string) =>
  (await p.t.db.selectFrom('discord_posts').select('problem').where('channel_id', '=', channelId).executeTakeFirst())?.problem
const errands = (channelId: string) =>
  p.t.db.selectFrom('discord_errands').select(['id', 'state']).where('queue', '=', `channel:${channelId}`).orderBy('id').execute()
const tries = (channelId: string) =>
  p.discord.requests.filter(({ method, path }) => method === 'POST' && path.endsWith(`/channels/${channelId}/messages`)).length
/** A post that Discord does not let the bot send. */
const denied = async (name: string) => {
  const channelId = await p.channel(name, null)
  const fault = p.discord.fail({ method: 'POST', path: new RegExp(`/channels/${channelId}/messages`), status: 403, code: 50_013 })
  await keep(channelId, 'First')
  await until('it failed', async () => ((await problem(channelId)) ?? '') !== '')
  return { channelId, fault }
}
const drop = async (channelId: string) => {
  const [errand] = await errands(channelId)
  expect((await p.admin.post(`/api/discord/errands/${errand?.id}/drop`, {})).statusCode).toBe(200)
}
const hours = async (channelId: string, count: number) => {
  for (let hour = 0; hour < count; hour += 1) {
    await tryDenied(p.t.db)
    await askAgain(p.t.db)
    await p.isQuiet()
  }
  return tries(channelId)
}

test('a post that Discord refuses is tried every hour, and is listed as one failed job', async () => {
  const { channelId, fault } = await denied('closed')
  expect(await hours(channelId, 3)).toBe(4)
  expect(await errands(channelId)).toMatchObject([{ state: 'failed' }])
  await keep(channelId, 'Second')
  await until('it failed again', async () => tries(channelId) === 5 && (await problem(channelId)) !== '')
  expect(await errands(channelId)).toMatchObject([{ state: 'failed' }])
  fault.stop()
  await hours(channelId, 1)
  expect(p.said(channelId)).toEqual(['Second'])
  expect(await errands(channelId)).toMatchObject([{ state: 'done' }])
})

test('a post that was given up is not sent until its message changes', async () => {
  const { channelId, fault } = await denied('given-up')
  await drop(channelId)
  fault.stop()
  await keep(channelId, 'First')
  expect(await hours(channelId, 2), 'not tried again').toBe(1)
  expect(p.said(channelId)).toEqual([])
  await keep(channelId, 'Second')
  await until('it is there', () => p.said(channelId).join() === 'Second')
})

test('a post that was given up is sent when someone sends it again', async () => {
  const { channelId, fault } = await denied('sent-again')
  await drop(channelId)
  fault.stop()
  await keep(channelId, 'First', true)
  await until('it is there', () => p.said(channelId).join() === 'First')
  expect(await problem(channelId)).toBe('')
})

test('a post that was given up before it was tried is not sent either', async () => {
  const channelId = await p.channel('untried', null)
  const away = p.discord.fail({ method: 'POST', path: new RegExp(`/channels/${channelId}/messages`), status: 500 })
  await keep(channelId, 'First')
  await until('it waits', async () => {
    const [errand] = await errands(channelId)
    return tries(channelId) > 0 && (await p.admin.post(`/api/discord/errands/${errand?.id}/drop`, {})).statusCode === 200
  })
  away.stop()
  await keep(channelId, 'First')
  await hours(channelId, 1)
  expect([p.said(channelId), (await problem(channelId))?.startsWith('Given up by')]).toEqual([[], true])
})
