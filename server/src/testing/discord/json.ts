import { compareIds, timeOf } from './snowflakes.ts'
import {
  CHANNEL_TYPE,
  type Channel,
  type Guild,
  type Json,
  type Member,
  type Message,
  type Overwrite,
  type Role,
  type User,
} from './types.ts'

/** Finds objects that others refer to by id. */
type Lookup = {
  readonly botUserId: string
  readonly clientId: string
  readonly messages: ReadonlyMap<string, Message>
  readonly user: (id: string) => User
  readonly url: () => string
}

/** Objects as API v10 returns them. */

export const userJson = (user: User): Json => ({
  id: user.id,
  username: user.username,
  discriminator: user.bot ? '0001' : '0',
  global_name: user.globalName,
  avatar: null,
  banner: null,
  accent_color: null,
  avatar_decoration_data: null,
  public_flags: 0,
  ...(user.bot ? { bot: true } : {}),
})

export const roleJson = (role: Role): Json => ({
  id: role.id,
  name: role.name,
  description: null,
  color: role.color,
  colors: { primary_color: role.color, secondary_color: null, tertiary_color: null },
  hoist: role.hoist,
  icon: null,
  unicode_emoji: null,
  position: role.position,
  permissions: String(role.permissions),
  managed: role.managed,
  mentionable: role.mentionable,
  flags: 0,
  ...(role.botId ? { tags: { bot_id: role.botId } } : {}),
})

const overwriteJson = ({ id, type, allow, deny }: Overwrite): Json => ({ id, type, allow: String(allow), deny: String(deny) })

export function channelJson(channel: Channel, world: Lookup): Json {
  const common = { id: channel.id, type: channel.type, last_message_id: channel.lastMessageId, flags: 0 }
  if (channel.recipientId) return { ...common, recipients: [userJson(world.user(channel.recipientId))] }
  const placed = { ...common, guild_id: channel.guildId, name: channel.name, parent_id: channel.parentId, rate_limit_per_user: 0 }
  const { thread } = channel
  if (!thread)
    return {
      ...placed,
      position: channel.position,
      topic: channel.topic,
      nsfw: false,
      permission_overwrites: channel.overwrites.map(overwriteJson),
    }
  return {
    ...placed,
    owner_id: channel.ownerId,
    message_count: thread.messageCount,
    total_message_sent: thread.messageCount,
    member_count: Math.min(thread.members.size, 50),
    thread_metadata: {
      archived: thread.archived,
      archive_timestamp: thread.archivedAt,
      auto_archive_duration: thread.autoArchiveMinutes,
      locked: thread.locked,
      create_timestamp: thread.createdAt,
      ...(channel.type === CHANNEL_TYPE.privateThread ? { invitable: thread.invitable } : {}),
    },
    ...(thread.members.has(world.botUserId) ? { member: threadMemberJson(channel, world.botUserId) } : {}),
  }
}

export const threadMemberJson = (channel: Channel, userId: string): Json => ({
  id: channel.id,
  user_id: userId,
  join_timestamp: channel.thread?.createdAt,
  flags: 1,
})

export const memberJson = (member: Member, world: Lookup): Json => ({
  user: userJson(world.user(member.userId)),
  ...memberWithoutUser(member),
})

/** Messages carry the author beside, so their member has no user. */
export const memberWithoutUser = (member: Member): Json => ({
  nick: member.nick,
  avatar: null,
  banner: null,
  roles: [...member.roles],
  joined_at: member.joinedAt,
  premium_since: null,
  communication_disabled_until: null,
  deaf: false,
  mute: false,
  pending: member.pending,
  flags: member.flags,
})

export const guildJson = (guild: Guild): Json => ({
  id: guild.id,
  name: guild.name,
  icon: null,
  splash: null,
  discovery_splash: null,
  banner: null,
  description: null,
  owner_id: guild.ownerId,
  region: 'deprecated',
  afk_channel_id: null,
  afk_timeout: 300,
  system_channel_id: null,
  system_channel_flags: 0,
  rules_channel_id: null,
  public_updates_channel_id: null,
  safety_alerts_channel_id: null,
  widget_enabled: false,
  widget_channel_id: null,
  verification_level: 1,
  default_message_notifications: 1,
  explicit_content_filter: 0,
  mfa_level: guild.mfaLevel,
  nsfw_level: 0,
  application_id: null,
  max_members: 500_000,
  max_presences: null,
  max_video_channel_users: 25,
  max_stage_video_channel_users: 50,
  vanity_url_code: null,
  premium_tier: 0,
  premium_subscription_count: 0,
  premium_progress_bar_enabled: false,
  preferred_locale: 'en-US',
  features: [],
  emojis: [],
  stickers: [],
  roles: [...guild.roles.values()].map(roleJson),
})

export function messageJson(message: Message, world: Lookup): Json {
  const replied = message.repliesTo ? world.messages.get(message.repliesTo) : undefined
  const { interaction } = message
  return {
    id: message.id,
    channel_id: message.channelId,
    type: message.type,
    author: userJson(world.user(message.authorId)),
    content: message.content,
    timestamp: timeOf(message.id),
    edited_timestamp: message.editedAt,
    tts: false,
    mention_everyone: message.mentionEveryone,
    mentions: message.mentions.map((id) => userJson(world.user(id))),
    mention_roles: message.mentionRoles,
    attachments: message.attachments.map(({ id, filename, contentType, content }) => {
      const url = `${world.url()}/attachments/${message.channelId}/${id}/${encodeURIComponent(filename)}`
      return { id, filename, size: content.length, content_type: contentType, url, proxy_url: url }
    }),
    embeds: message.embeds.map((embed) => ({ type: 'rich', ...embed })),
    components: message.components,
    pinned: message.pinned,
    flags: message.flags,
    reactions: [...message.reactions].map(([emoji, users]) => ({
      count: users.size,
      count_details: { burst: 0, normal: users.size },
      me: users.has(world.botUserId),
      me_burst: false,
      burst_colors: [],
      emoji: { id: null, name: emoji },
    })),
    ...(message.nonce === null ? {} : { nonce: message.nonce }),
    ...(message.repliesTo ? { message_reference: { type: 0, message_id: message.repliesTo, channel_id: message.channelId } } : {}),
    ...(message.repliesTo ? { referenced_message: replied ? messageJson({ ...replied, repliesTo: null }, world) : null } : {}),
    ...(interaction
      ? {
          application_id: world.clientId,
          webhook_id: world.clientId,
          interaction_metadata: {
            id: interaction.id,
            type: interaction.type,
            user: userJson(world.user(interaction.userId)),
            authorizing_integration_owners: {},
          },
        }
      : {}),
  }
}

/** Sorts like Discord: by position, then the older first. */
export const inOrder = <T extends { readonly id: string; readonly position: number }>(things: Iterable<T>): T[] =>
  [...things].sort((a, b) => a.position - b.position || compareIds(a.id, b.id))
