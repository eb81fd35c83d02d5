import { afterAll, beforeAll, expect, test } from 'vitest'
import { botIs } from '../../../testing/test-discord.ts'
import { startLinkPortal, type LinkPortal } from '../../../testing/test-links.ts'
import { PASSWORD, until } from '../../../testing/test-portal.ts'
import { actorOf } from './links.port.ts'

let p: LinkPortal
let guildId: string
let linkChannel: string
let otherChannel: string
beforeAll(async () => {
  p = await startLinkPortal({ runsBot: true })
  const { discord, t } = p
  guildId = discord.addGuild({ name: 'San Andreas Division' }).id
  linkChannel = discord.addChannel(guildId, { name: 'link-your-account' }).id
  otherChannel = discord.addChannel(guildId, { name: 'general' }).id
  await botIs(t, 'connected')
  await until('the channels are known', async () => (await t.db.selectFrom('discord_channels').select('id').execute()).length >= 2)
  await t.db.updateTable('discord_channels').set({ type: 'Link' }).where('id', '=', linkChannel).execute()
  await until('/link is registered', () => discord.commands(guildId).some(({ name }) => name === 'link'))
})
afterAll(() => p.close())

test('/link in the Link channel answers privately with an address, whose code links and signs in', async () => {
  const { t, discord } = p
  const { id, username } = p.addDiscordUser()
  discord.addMember(guildId, id)

  const elsewhere = await discord.command(guildId, otherChannel, id, 'link')
  expect(JSON.stringify(elsewhere)).toContain(`Use /link in <#${linkChannel}>`)

  const answer = await discord.command(guildId, linkChannel, id, 'link')
  expect(answer.isEphemeral).toBe(true)
  const code = /#discord=([A-Z2-9]{10})/.exec(JSON.stringify(answer.reply))?.[1]
  expect(code, 'an address with a code').toBeTruthy()
  expect(discord.messages(linkChannel), 'nobody else sees it').toEqual([])

  const person = await t.addPerson()
  const linked = await t.http(person.token).post('/api/discord/link/code', { code, currentPassword: PASSWORD })
  expect(linked.json()).toMatchObject({ username, how: 'command' })
  expect((await actorOf(t.db, id))?.userId).toBe(person.userId)

  const given = await p.agree(t.http(), '/api/auth/discord/start', id)
  expect((await t.http().post('/api/auth/discord/exchange', given)).json()).toMatchObject({ userId: person.userId })
  expect(p.lines.join('')).not.toContain(code)
})
