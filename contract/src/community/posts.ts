import { z } from 'zod'
import { anyOf, dispatcher, signedIn, staff } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { countedList, Id, IdParam, Instant, trimmed, Version, VersionParam } from '../values.ts'
import { manageDiscord, Snowflake } from './discord.ts'
import { DiscordLogGroup } from './posts.logs.ts'

const LogChoice = z.object({ groups: z.array(DiscordLogGroup), version: z.int() })
export type DiscordLogChoice = z.infer<typeof LogChoice>

export const getDiscordLogEvents = defineEndpoint({
  method: 'GET',
  path: '/api/discord/log-events',
  summary: 'Which events of the portal are posted in channels of general logs',
  access: staff,
  response: LogChoice,
})

export const setDiscordLogEvents = defineEndpoint({
  method: 'PUT',
  path: '/api/discord/log-events',
  summary: 'Choose which events of the portal are posted in channels of general logs',
  access: manageDiscord,
  body: z.object({ groups: countedList(z.array(DiscordLogGroup).max(20)), version: Version }),
  response: LogChoice,
})

/** As long as a message in Discord may be. */
export const DISCORD_TEXT_MAX = 2000
/** How many of the messages written on the portal are listed. */
export const DISCORD_TEXTS_SHOWN = 50
const MessageText = trimmed(DISCORD_TEXT_MAX, 'A message in Discord has at most 2,000 characters').min(1, 'Enter a message')

export const DiscordText = z.object({
  textId: z.int(),
  channelId: z.string(),
  /** The channel's name; null once the channel was deleted in Discord. */
  channel: z.string().nullable(),
  text: z.string(),
  author: z.object({ userId: z.int(), name: z.string() }),
  createdAt: Instant,
  changedAt: Instant.nullable(),
  /**
   * `waiting`: Discord does not have the current text yet. `undeleted`: deleted on the portal, but Discord did not let the bot delete it.
   * `deleted`: someone deleted it in Discord; changing it, even to the same text, sends it again.
   */
  state: z.enum(['waiting', 'sent', 'failed', 'undeleted', 'deleted']),
  /** Why sending it failed, in words. */
  problem: z.string(),
  version: z.int(),
})
export type DiscordText = z.infer<typeof DiscordText>

/** A channel that can be written to from the portal. */
export const DiscordTarget = z.object({ channelId: z.string(), name: z.string(), guildName: z.string() })
export type DiscordTarget = z.infer<typeof DiscordTarget>

/** An announcement whose message someone deleted in Discord. */
export const DeletedAnnouncement = z.object({ announcementId: z.int(), title: z.string(), channelId: z.string(), channel: z.string() })
export type DeletedAnnouncement = z.infer<typeof DeletedAnnouncement>

export const listDiscordTexts = defineEndpoint({
  method: 'GET',
  path: '/api/discord/messages',
  summary: 'Messages that staff wrote to channels from the portal, newest first, and the channels they can write to',
  access: staff,
  response: z.object({
    channels: z.array(DiscordTarget),
    texts: z.array(DiscordText),
    deletedAnnouncements: z.array(DeletedAnnouncement),
  }),
})

export const sendAnnouncementAgain = defineEndpoint({
  method: 'POST',
  path: '/api/discord/announcements/:announcementId/send',
  summary: 'Send an announcement again to a channel in which someone deleted it',
  access: manageDiscord,
  params: z.object({ announcementId: IdParam }),
  body: z.object({ channelId: Snowflake }),
  response: z.object({}),
})

export const sendDiscordText = defineEndpoint({
  method: 'POST',
  path: '/api/discord/messages',
  summary: 'Write a message to a channel of type Text; it pings nobody',
  access: manageDiscord,
  body: z.object({ channelId: Snowflake, text: MessageText }),
  response: DiscordText,
})

const byText = z.object({ textId: IdParam })

export const changeDiscordText = defineEndpoint({
  method: 'PUT',
  path: '/api/discord/messages/:textId',
  summary: 'Change a message that was written on the portal',
  access: manageDiscord,
  params: byText,
  body: z.object({ text: MessageText, version: Version }),
  response: DiscordText,
})

export const deleteDiscordText = defineEndpoint({
  method: 'DELETE',
  path: '/api/discord/messages/:textId',
  summary: 'Delete a message that was written on the portal, in Discord too',
  access: manageDiscord,
  params: byText,
  query: z.object({ version: VersionParam }),
  response: z.object({}),
})

/** Minutes between two patrol notices, because each pings everyone who wants to be told. */
export const PATROL_NOTICE_MINUTES = 15
export const sendsPatrolNotices = anyOf(staff, dispatcher())

const PatrolNotices = z.object({
  /** Channels for patrol notices, with the role that is pinged there, or that would be if Discord let the bot mention it. */
  channels: z.array(DiscordTarget.extend({ pingsRole: z.string().nullable(), unmentionableRole: z.string().nullable() })),
  /** Game servers that a notice can name. */
  servers: z.array(z.object({ serverId: z.int(), name: z.string() })),
  last: z.object({ text: z.string(), by: z.string(), at: Instant }).nullable(),
  /** When the next one can be sent; null if now. */
  nextAt: Instant.nullable(),
})
export type PatrolNotices = z.infer<typeof PatrolNotices>

export const getPatrolNotices = defineEndpoint({
  method: 'GET',
  path: '/api/discord/patrol-notice',
  summary: 'Where a patrol notice can be posted, and when',
  access: sendsPatrolNotices,
  response: PatrolNotices,
})

export const PatrolNoticeInput = z.object({
  text: trimmed(500, 'A patrol notice has at most 500 characters').min(1, 'Enter a text'),
  channelIds: countedList(z.array(Snowflake).min(1, 'Choose a channel').max(10, 'Choose at most 10 channels')),
  /** The game server that the notice names. */
  serverId: Id.nullable().default(null),
})
export type PatrolNoticeInput = z.infer<typeof PatrolNoticeInput>

export const sendPatrolNotice = defineEndpoint({
  method: 'POST',
  path: '/api/discord/patrol-notice',
  summary: `Ping those who want to be told of patrols; once in ${PATROL_NOTICE_MINUTES} minutes`,
  access: sendsPatrolNotices,
  body: PatrolNoticeInput,
  response: PatrolNotices,
})

export const DiscordPreferences = z.object({
  /** Whether the member gets the portal's notices as direct messages too. */
  sendsNotices: z.boolean(),
  /** Whether the member wants the role that patrol notices ping. */
  patrolNotify: z.boolean(),
  /** Whether the member is told in direct messages what newly waits for them; stays as it is where absent. */
  sendsWaiting: z.boolean().optional(),
})
export type DiscordPreferences = z.infer<typeof DiscordPreferences>

/** `closed`: the member takes no direct messages from the bot. `noSharedServer`: the member shares no Discord server with the bot. */
export const DirectRefusal = z.enum(['closed', 'noSharedServer', 'other'])
export type DirectRefusal = z.infer<typeof DirectRefusal>

const ChosenPreferences = DiscordPreferences.extend({
  sendsWaiting: z.boolean(),
  /** Whether there is a role that patrol notices ping. */
  hasPatrolRole: z.boolean(),
  /** Why Discord refused the last direct message; absent if it did not. */
  refusal: DirectRefusal.optional(),
})

export const getDiscordPreferences = defineEndpoint({
  method: 'GET',
  path: '/api/discord/preferences',
  summary: 'The notices that the caller has chosen to get through Discord',
  access: signedIn,
  response: ChosenPreferences,
})

export const setDiscordPreferences = defineEndpoint({
  method: 'PUT',
  path: '/api/discord/preferences',
  summary: 'Choose what one gets through Discord, once an account is linked',
  access: signedIn,
  body: DiscordPreferences,
  response: ChosenPreferences,
})
