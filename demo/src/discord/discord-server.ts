import type { DiscordChannelType, DiscordRoleType } from '@tenfour/contract'
import { createFakeDiscord } from '../../../server/src/testing/discord/fake-discord.ts'
import { CHANNEL_TYPE } from '../../../server/src/testing/discord/types.ts'
import { DEMO_COMMUNITY } from '../accounts.ts'

const TOKEN = 'a-token-of-the-demo.which-is-no-secret.but-long-enough-to-pass'
const KICK_MEMBERS = 1n << 1n
const MANAGE_MESSAGES = 1n << 13n
const VIEW_CHANNEL = 1n << 10n

type DemoRole = {
  readonly name: string
  readonly type: DiscordRoleType
  readonly color?: number
  readonly permissions?: bigint
  readonly mentionable?: boolean
  /** The department, and the rank in it, that gives it. */
  readonly department?: string
  readonly rank?: string
}

/** Highest first. */
const ROLES: readonly DemoRole[] = [
  { name: 'Administration', type: 'ADMIN', color: 0xc92a2a, permissions: KICK_MEMBERS },
  { name: 'Senior Staff', type: 'SENIOR_STAFF', color: 0xe8590c, permissions: MANAGE_MESSAGES },
  { name: 'Staff', type: 'STAFF', color: 0xf08c00 },
  { name: 'Developer', type: 'DEV', color: 0x7048e8 },
  { name: 'Media Team', type: 'MEDIA', color: 0xd6336c },
  { name: 'Staff in Training', type: 'SIT', color: 0xf59f00 },
  { name: 'LSPD Command', type: 'POLICE', color: 0x1864ab, department: 'LSPD', rank: 'Chief' },
  { name: 'LSPD Sergeant', type: 'POLICE', color: 0x1971c2, department: 'LSPD', rank: 'Sergeant' },
  { name: 'Los Santos Police Department', type: 'POLICE', color: 0x228be6, department: 'LSPD' },
  { name: 'Sheriff', type: 'SHERIFF', color: 0x8a6d1f, department: 'BCSO', rank: 'Sheriff' },
  { name: 'Blaine County Sheriff’s Office', type: 'SHERIFF', color: 0xb8860b, department: 'BCSO' },
  { name: 'San Andreas Highway Patrol', type: 'HIGHWAY', color: 0xa9741a, department: 'SAHP' },
  { name: 'Fire and Rescue', type: 'OTHER', color: 0xe03131, department: 'FIRE' },
  { name: 'Communications', type: 'COMMS', color: 0x099268, department: 'COMM' },
  { name: 'Civilian Operations', type: 'CIV', color: 0x868e96, department: 'CIV' },
  { name: 'Training Officer', type: 'FTO', color: 0x8a6d00 },
  { name: 'Patrol ping', type: 'PATROL_NOTIFY', color: 0x2b8a3e, mentionable: true },
  { name: 'Member', type: 'MEMBER' },
  { name: 'Reserve', type: 'RESERVE' },
  { name: 'Recruit', type: 'RECRUIT' },
  { name: 'Ride-along', type: 'GUEST' },
  { name: 'Visitor', type: 'GUEST' },
  ...['Twitch', 'Evening shift', 'Weekend shift', 'Screenshots', 'He/Him', 'She/Her', 'They/Them', 'Europe', 'Americas', 'Oceania'].map(
    (name) => ({ name, type: 'OTHER' as const }),
  ),
]

type DemoChannel = { readonly name: string; readonly type?: DiscordChannelType; readonly isClosed?: boolean }
const CATEGORIES: readonly (readonly [name: string, channels: readonly DemoChannel[], type?: DiscordChannelType])[] = [
  [
    'Welcome',
    [
      { name: 'code-of-conduct', type: 'CoCBotInfo' },
      { name: 'announcements', type: 'CommunityAnnouncements' },
      { name: 'link-your-account', type: 'Link' },
    ],
  ],
  [
    'Community',
    [
      { name: 'general' },
      { name: 'patrol-talk', type: 'Text' },
      { name: 'votes', type: 'Voting' },
      { name: 'ride-alongs', type: 'Ridealong' },
      { name: 'temporary-passes', type: 'TempPass' },
      { name: 'screenshots' },
      { name: 'off-topic' },
    ],
  ],
  ['Support tickets', [{ name: 'open-a-ticket' }], 'TicketsCategory'],
  ['Departments', ['lspd', 'bcso', 'sahp', 'fire', 'communications', 'civilian-operations', 'legal-services'].map((name) => ({ name }))],
  [
    'Staff',
    [
      { name: 'staff-room' },
      { name: 'member-log', type: 'MemberLogs' },
      { name: 'portal-log', type: 'GeneralLogs' },
      { name: 'senior-staff', isClosed: true },
    ],
  ],
]

export type DemoDiscord = Awaited<ReturnType<typeof startDemoDiscord>>

/** The community's Discord server, in a Discord of the demo's own: nothing leaves this machine. */
export async function startDemoDiscord() {
  const discord = await createFakeDiscord({ token: TOKEN })
  const { id: guildId } = discord.addGuild({ name: DEMO_COMMUNITY })
  // Above the bot, as it is in most servers at first.
  discord.addRole(guildId, { name: 'Owner', color: 0xe03131, position: 150, permissions: 8n })
  const roles = ROLES.map((role, index) => {
    const { name, color = 0, permissions = 0n, mentionable = false } = role
    return { ...role, id: discord.addRole(guildId, { name, color, permissions, mentionable, position: 90 - index }).id }
  })
  const channels: { readonly id: string; readonly name: string; readonly type: DiscordChannelType }[] = []
  for (const [category, inside, type] of CATEGORIES) {
    const { id: parentId } = discord.addChannel(guildId, { name: category, type: CHANNEL_TYPE.category })
    if (type) channels.push({ id: parentId, name: category, type })
    for (const channel of inside) {
      const closed = [{ id: guildId, type: 0 as const, deny: VIEW_CHANNEL }]
      const { id } = discord.addChannel(guildId, { name: channel.name, parentId, ...(channel.isClosed ? { overwrites: closed } : {}) })
      if (channel.type) channels.push({ id, name: channel.name, type: channel.type })
    }
  }
  discord.addChannel(guildId, { name: 'Radio 1', type: CHANNEL_TYPE.voice })
  return {
    discord,
    guildId,
    roles,
    channels,
    /** Read by the portal as its configuration. */
    environment: {
      DISCORD_BOT_TOKEN: discord.token,
      DISCORD_CLIENT_ID: discord.clientId,
      DISCORD_CLIENT_SECRET: discord.clientSecret,
      DISCORD_API_URL: `${discord.url}/api`,
      DISCORD_SITE_URL: discord.url,
    },
  }
}
