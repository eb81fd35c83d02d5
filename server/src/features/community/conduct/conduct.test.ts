import type { ConductMember, getConduct, PublishedConduct, ResponseOf } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FakeDiscord } from '../../../testing/discord/fake-discord.ts'
import { botIs, createTestDiscord, startPortalWithBot } from '../../../testing/test-discord.ts'
import { until, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { addDiscordMember, link, setType } from '../../../testing/test-support.ts'
import { conductMessages } from './conduct.posts.ts'

let discord: FakeDiscord
let t: TestPortal
let admin: Http
let member: Http
let guildId: string
let channelId: string
beforeAll(async () => {
  discord = await createTestDiscord()
  guildId = discord.addGuild({ name: 'San Andreas' }).id
  channelId = discord.addChannel(guildId, { name: 'conduct' }).id
  t = await startPortalWithBot(discord)
  admin = await t.as('admin')
  member = await t.as('member')
  await botIs(t, 'connected')
})
afterAll(async () => {
  await t.close()
  expect(discord.defects).toEqual([])
  await discord.close()
})

const publish = (text: string, version: number, who = admin) => who.post('/api/conduct', { text, version })
const read = async (who = member) => (await who.get('/api/conduct')).json<ResponseOf<typeof getConduct>>()
const accept = (number: number, who = member) => who.post('/api/conduct/accept', { number })
const members = async (accepted: string) =>
  (await admin.get(`/api/conduct/members?accepted=${accepted}&pageSize=100`))
    .json<{ items: ConductMember[] }>()
    .items.map(({ name }) => name)

test('there is none until someone publishes it, and then everyone reads and accepts it', async () => {
  expect(await read()).toBeNull()
  expect((await accept(1)).statusCode).toBe(404)
  expect((await publish('Be kind', 0, await t.as('staff'))).statusCode).toBe(403)
  expect((await publish(' ', 0)).json()).toMatchObject({ field: 'text' })
  expect((await publish('x'.repeat(8001), 0)).json()).toMatchObject({ field: 'text' })
  expect((await publish(' Be kind\r\nBe fair ', 0)).json()).toMatchObject({ number: 1, text: 'Be kind\nBe fair', accepted: 0 })
  expect(await read()).toMatchObject({ number: 1, acceptedAt: null })
  const { acceptedAt } = (await accept(1)).json()
  expect((await accept(1)).json()).toEqual({ acceptedAt })
  expect(await read()).toMatchObject({ acceptedAt })
  expect(await members('yes')).toEqual(['The member'])
  expect(await members('no')).not.toContain('The member')
})

test('a new version asks again, and an old one is neither accepted nor written over', async () => {
  expect((await publish('Be kind\nBe fair', 1)).json()).toMatchObject({ field: 'text' })
  const both = await Promise.all([publish('Be very kind', 1), publish('Be very fair', 1)])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await read()).toMatchObject({ number: 2, acceptedAt: null })
  expect((await accept(1)).statusCode).toBe(409)
  expect(await members('yes')).toEqual([])
  const versions = (await admin.get('/api/conduct/versions')).json<PublishedConduct[]>()
  expect(versions.map(({ number, accepted }) => [number, accepted])).toEqual([
    [2, 0],
    [1, 1],
  ])
  await expect(t.db.updateTable('conduct_versions').set({ text: 'Anything goes' }).where('number', '=', 1).execute()).rejects.toThrow(
    'never changes',
  )
})

test('it is posted in order over as many messages as it needs, and accepted by the button of the last', async () => {
  await setType(t, guildId, channelId, 'CoCBotInfo')
  await until('it is posted', () => discord.messages(channelId).length === 1)
  const rules = Array.from(
    { length: 80 },
    (_, index) => `${index + 1}. Rule *number* ${index + 1}: hello @everyone, see <#1> and https://example.com`,
  )
  expect((await publish(rules.join('\n'), 2)).statusCode).toBe(200)
  const parts = conductMessages({ number: 3, text: rules.join('\n'), publishedAt: '' })
  await until('all of it is posted', () => {
    const said = discord.messages(channelId).map(({ content }) => content)
    return said.join() === parts.map(({ text }) => text).join()
  })
  const said = discord.messages(channelId)
  expect(said.length).toBeGreaterThan(2)
  expect(said.every(({ content, mentionEveryone }) => content.length <= 2000 && !mentionEveryone)).toBe(true)
  expect(said.slice(0, -1).every(({ components }) => components.length === 0)).toBe(true)

  const discordId = addDiscordMember(discord, guildId, 'reader')
  const button = said.at(-1)?.id ?? ''
  expect((await discord.click(button, discordId, 'conduct:accept:3')).reply?.content).toContain('Link your account first')
  await link(t, (await t.person('member')).userId, discordId)
  expect((await discord.click(button, discordId, 'conduct:accept:3')).reply?.content).toContain('You have accepted')
  expect((await read())?.acceptedAt).not.toBeNull()

  await publish('Short again', 3)
  await until('what is no longer needed is gone', () => discord.messages(channelId).length === 1)
  await setType(t, guildId, channelId, null)
  await until('it is gone with the type', () => discord.messages(channelId).length === 0)
})

test('whatever is written fits into messages', () => {
  for (const text of ['@'.repeat(8000), '*'.repeat(8000), 'word '.repeat(1600), '😀'.repeat(4000), `${'a'.repeat(1000)}\n`.repeat(7)]) {
    const messages = conductMessages({ number: 1, text, publishedAt: '' })
    expect(messages.every((message) => message.text.length <= 2000 && message.text.trim() !== '')).toBe(true)
    expect(messages.length).toBeLessThanOrEqual(30)
    expect(messages.filter(({ buttons }) => buttons)).toHaveLength(1)
  }
})
