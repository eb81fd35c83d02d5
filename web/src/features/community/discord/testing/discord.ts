import type { DiscordChannel, DiscordConnection, DiscordErrand, DiscordGuild, DiscordRole } from '@tenfour/contract'
import type { DiscordOverview } from '../discord-changes.ts'

const NOW = '2026-11-14T20:00:00.000Z'

export const roleOf = (roleId: string, over: Partial<DiscordRole> = {}): DiscordRole => ({
  roleId,
  guildId: '1',
  name: `Role ${roleId}`,
  color: 0x2f86f6,
  position: Number(roleId),
  type: 'OTHER',
  memberCount: 3,
  whyNot: null,
  isPowerful: false,
  isGone: false,
  version: 1,
  ...over,
})

export const channelOf = (channelId: string, over: Partial<DiscordChannel> = {}): DiscordChannel => ({
  channelId,
  guildId: '1',
  parentId: null,
  name: `channel-${channelId}`,
  kind: 'text',
  position: Number(channelId),
  type: null,
  missing: [],
  isGone: false,
  version: 1,
  ...over,
})

export const guildOf = (guildId: string, over: Partial<DiscordGuild> = {}): DiscordGuild => ({
  guildId,
  name: 'San Andreas Division',
  memberCount: 1204,
  linkedCount: 611,
  channelCount: 63,
  roleCount: 41,
  leftAt: null,
  followedAt: null,
  version: 1,
  ...over,
})

export const overviewOf = (over: Partial<DiscordOverview> = {}): DiscordOverview => ({
  isSetUp: true,
  bot: { state: 'connected', problem: '', name: 'Tenfour', pingMs: 41, since: NOW },
  guilds: [guildOf('1')],
  jobs: { doneToday: 1182, waiting: 3, held: 0, failed: 0, limitedUntil: null },
  open: { tickets: 0, votes: 0, grants: 0 },
  ...over,
})

export const connectionOf = (over: Partial<DiscordConnection> = {}): DiscordConnection => ({
  token: 'none',
  clientId: null,
  clientIdFrom: 'none',
  clientSecret: 'none',
  isUnreadable: false,
  redirectUrl: 'https://portal.example/auth/discord',
  inviteUrl: null,
  runsBot: true,
  changedAt: null,
  changedBy: null,
  version: 4,
  ...over,
})

export const errandOf = (errandId: number, over: Partial<DiscordErrand> = {}): DiscordErrand => ({
  errandId,
  title: `Give LSPD Sergeant to R. Delgado (${errandId})`,
  state: 'failed',
  attempts: 1,
  problem: 'The bot’s role is below LSPD Sergeant.',
  createdAt: NOW,
  runAt: null,
  endedAt: NOW,
  ...over,
})
