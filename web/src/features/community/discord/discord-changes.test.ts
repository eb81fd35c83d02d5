import { expect, test } from 'vitest'
import { guildAfter, overviewAfter } from './discord-changes.ts'
import { channelOf, guildOf, overviewOf, roleOf } from './testing/discord.ts'

const LOADED = { guild: guildOf('1'), channels: [channelOf('1')], roles: [roleOf('1', { version: 3 }), roleOf('2')] }

test('a role takes the place of its older version; one that is not known is added', () => {
  const renamed = roleOf('1', { name: 'Police', version: 4 })
  expect(guildAfter(LOADED, { event: 'role.saved', payload: renamed }).roles).toEqual([renamed, LOADED.roles[1]])
  expect(guildAfter(LOADED, { event: 'role.saved', payload: roleOf('9') }).roles).toHaveLength(3)
})

test('an older version is not taken, but other counts of the same version are', () => {
  expect(guildAfter(LOADED, { event: 'role.saved', payload: roleOf('1', { version: 2, name: 'Old' }) }).roles[0]!.name).toBe('Role 1')
  expect(guildAfter(LOADED, { event: 'role.saved', payload: roleOf('1', { version: 3, memberCount: 84 }) }).roles[0]!.memberCount).toBe(84)
})

test('roles, channels and Discord servers that are removed go', () => {
  expect(guildAfter(LOADED, { event: 'role.removed', payload: { guildId: '1', roleId: '1' } }).roles).toEqual([LOADED.roles[1]])
  expect(guildAfter(LOADED, { event: 'channel.removed', payload: { guildId: '1', channelId: '1' } }).channels).toEqual([])
  expect(overviewAfter(overviewOf(), { event: 'guild.removed', payload: { guildId: '1' } }).guilds).toEqual([])
})

test('a bot that does something has a token, no matter who entered it', () => {
  const before = overviewOf({ isSetUp: false, bot: { ...overviewOf().bot, state: 'off' } })
  const bot = { ...before.bot, state: 'connecting' as const }
  expect(overviewAfter(before, { event: 'bot.changed', payload: bot })).toMatchObject({ isSetUp: true, bot })
  expect(overviewAfter(before, { event: 'bot.changed', payload: before.bot }).isSetUp).toBe(false)
})
