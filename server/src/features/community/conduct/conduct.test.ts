import type { ConductMember, getConduct, PublishedConduct, ResponseOf } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDiscord } from '../../../testing/test-discord.ts'
import { addDiscordMember, linkAccount, startGuildPortal, type GuildPortal } from '../../../testing/test-guild.ts'
import { until, type Http } from '../../../testing/test-portal.ts'
import { conductMessages } from './conduct.posts.ts'

let p: GuildPortal
let member: Http
let channelId: string
beforeAll(async () => {
  const discord = await createTestDiscord()
  const guildId = discord.addGuild({ name: 'San Andreas' }).id
  channelId = discord.addChannel(guildId, { name: 'conduct' }).id
  p = await startGuildPortal(discord, guildId)
  member = await p.t.as('member')
})
afterAll(() => p.close())

const publish = (text: string, version: number, who = p.admin) => who.post('/api/conduct', { text, version })
const read = async (who = member) => (await who.get('/api/conduct')).json<ResponseOf<typeof getConduct>>()
const accept = (number: number, who = member) => who.post('/api/conduct/accept', { number })
const members = async (accepted: string) =>
  (await p.admin.get(`/api/conduct/members?accepted=${accepted}&pageSize=100`))
    .json<{ items: ConductMember[] }>()
    .items.map(({ name }) => name)

test('there is no code of conduct until someone publishes it, and then everyone reads and accepts it', async () => {
  expect(await read()).toBeNull()
  expect((await accept(1)).statusCode).toBe(404)
  expect((await publish('Be kind', 0, await p.t.as('staff'))).statusCode).toBe(403)
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

test('a new version has to be accepted again, and an old one can be neither accepted nor overwritten', async () => {
  expect((await publish('Be kind\nBe fair', 1)).json()).toMatchObject({ field: 'text' })
  const both = await Promise.all([publish('Be very kind', 1), publish('Be very fair', 1)])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await read()).toMatchObject({ number: 2, acceptedAt: null })
  expect((await accept(1)).statusCode).toBe(409)
  expect(await members('yes')).toEqual([])
  const versions = (await p.admin.get('/api/conduct/versions')).json<PublishedConduct[]>()
  expect(versions.map(({ number, accepted }) => [number, accepted])).toEqual([
    [2, 0],
    [1, 1],
  ])
  await expect(p.t.db.updateTable('conduct_versions').set({ text: 'Anything goes' }).where('number', '=', 1).execute()).rejects.toThrow(
    'never changes',
  )
})

test('the code of conduct is posted in order over several messages, and accepted with the button of the last one', async () => {
  await p.setType(channelId, 'CoCBotInfo')
  await until('it is posted', () => p.discord.messages(channelId).length === 1)
  const rules = Array.from(
    { length: 80 },
    (_, index) => `${index + 1}. Rule *number* ${index + 1}: hello @everyone, see <#1> and https://example.com`,
  )
  expect((await publish(rules.join('\n'), 2)).statusCode).toBe(200)
  const parts = conductMessages({ number: 3, text: rules.join('\n'), publishedAt: '' })
  await until('all of it is posted', () => {
    const said = p.discord.messages(channelId).map(({ content }) => content)
    return said.join() === parts.map(({ text }) => text).join()
  })
  const said = p.discord.messages(channelId)
  expect(said.length).toBeGreaterThan(2)
  expect(said.every(({ content, mentionEveryone }) => content.length <= 2000 && !mentionEveryone)).toBe(true)
  expect(said.slice(0, -1).every(({ components }) => components.length === 0)).toBe(true)

  const discordId = addDiscordMember(p.discord, p.guildId, 'reader')
  const button = said.at(-1)?.id ?? ''
  expect((await p.discord.click(button, discordId, 'conduct:accept:3')).reply?.content).toContain('Link your account first')
  await linkAccount(p.t, (await p.t.person('member')).userId, discordId)
  expect((await p.discord.click(button, discordId, 'conduct:accept:3')).reply?.content).toContain('You have accepted')
  expect((await read())?.acceptedAt).not.toBeNull()

  await publish('Short again', 3)
  await until('what is no longer needed is gone', () => p.discord.messages(channelId).length === 1)
  await p.setType(channelId, null)
  await until('it is gone with the type', () => p.discord.messages(channelId).length === 0)
})

test('any text fits into messages', () => {
  for (const text of ['@'.repeat(8000), '*'.repeat(8000), 'word '.repeat(1600), '😀'.repeat(4000), `${'a'.repeat(1000)}\n`.repeat(7)]) {
    const messages = conductMessages({ number: 1, text, publishedAt: '' })
    expect(messages.every((message) => message.text.length <= 2000 && message.text.trim() !== '')).toBe(true)
    expect(messages.length).toBeLessThanOrEqual(30)
    expect(messages.filter(({ buttons }) => buttons)).toHaveLength(1)
  }
})
