import { expect, test } from 'vitest'
import { channelRows, channelTypes, chosenGuild, filterRoles, sortedRoles } from './discord-lists.ts'
import { channelOf, guildOf, roleOf } from './testing/discord.ts'

const NONE = new Map<string, string>()

test('roles are in Discord’s order, highest first, and deleted ones last', () => {
  const roles = [roleOf('1'), roleOf('3'), roleOf('2'), roleOf('4', { isGone: true })]
  expect(sortedRoles(roles).map(({ roleId }) => roleId)).toEqual(['3', '2', '1', '4'])
})

test('a role is ours if it has a type or something gives it', () => {
  const roles = [roleOf('1', { type: 'POLICE' }), roleOf('2'), roleOf('3')]
  const follows = new Map([['3', 'LSPD, every rank']])
  const ids = (filter: 'all' | 'mapped' | 'others') => filterRoles(roles, '', filter, follows).map(({ roleId }) => roleId)
  expect([ids('all'), ids('mapped'), ids('others')]).toEqual([['1', '2', '3'], ['1', '3'], ['2']])
})

test('roles are searched by name, type and what gives them, in any case', () => {
  const roles = [roleOf('1', { name: 'Los Santos Police', type: 'POLICE' }), roleOf('2', { name: 'Fire' })]
  expect(filterRoles(roles, 'santos POL', 'all', NONE)).toHaveLength(1)
  expect(filterRoles(roles, 'lsfd', 'all', new Map([['2', 'LSFD, every rank']]))).toHaveLength(1)
  expect(filterRoles(roles, 'sheriff', 'all', NONE)).toEqual([])
})

const CHANNELS = [
  channelOf('10', { kind: 'category', name: 'Staff', position: 2 }),
  channelOf('11', { parentId: '10', name: 'voice', kind: 'voice', position: 0 }),
  channelOf('12', { parentId: '10', name: 'staff-chat', position: 5 }),
  channelOf('20', { kind: 'category', name: 'Community', position: 1 }),
  channelOf('21', { parentId: '20', name: 'deleted', position: 0, isGone: true, type: 'Link' }),
  channelOf('22', { parentId: '20', name: 'announcements', position: 3 }),
  channelOf('30', { name: 'rules', position: 7 }),
  channelOf('31', { parentId: '99', name: 'orphan', position: 8 }),
]

test('channels stand below their category as in Discord: without one first, voice and deleted ones last', () => {
  expect(channelRows(CHANNELS, '').map(({ channel, isNested }) => `${isNested ? '- ' : ''}${channel.name}`)).toEqual([
    'rules',
    'orphan',
    'Community',
    '- announcements',
    '- deleted',
    'Staff',
    '- staff-chat',
    '- voice',
  ])
})

test('a search keeps the category of what it finds, and all of a category that it names', () => {
  expect(channelRows(CHANNELS, '#announ').map(({ channel }) => channel.name)).toEqual(['Community', 'announcements'])
  expect(channelRows(CHANNELS, 'staff').map(({ channel }) => channel.name)).toEqual(['Staff', 'staff-chat', 'voice'])
  expect(channelRows(CHANNELS, 'nothing')).toEqual([])
})

test('a channel may have the types that fit its kind, and always its own', () => {
  expect(channelTypes(channelOf('1'))).toHaveLength(10)
  expect(channelTypes(channelOf('1', { kind: 'announcement' }))).not.toContain('TicketsCategory')
  expect(channelTypes(channelOf('1', { kind: 'category' }))).toEqual(['TicketsCategory'])
  expect(channelTypes(channelOf('1', { kind: 'voice' }))).toEqual([])
  expect(channelTypes(channelOf('1', { isGone: true, type: 'Link' }))).toEqual(['Link'])
})

test('the Discord server is the one in the address, or the first the bot is in', () => {
  const guilds = [guildOf('1', { leftAt: '2026-11-01T00:00:00.000Z' }), guildOf('2'), guildOf('3')]
  expect(['3', '9', undefined].map((wanted) => chosenGuild(guilds, wanted)?.guildId)).toEqual(['3', '2', '2'])
  expect(chosenGuild([], '1')).toBeUndefined()
})
