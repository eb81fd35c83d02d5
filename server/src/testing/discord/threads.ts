import { INTENT } from './intents.ts'
import { channelJson, memberJson, threadMemberJson } from './json.ts'
import { assignGiven, newChannel } from './placing.ts'
import { CHANNEL_TYPE, type Channel, type Guild, type Message, type Thread } from './types.ts'
import type { World } from './world.ts'

type NewThread = {
  readonly name: string
  readonly type: number
  readonly ownerId: string
  readonly from?: Message | null
  readonly autoArchiveMinutes?: number
  readonly invitable?: boolean
}

export type Threads = ReturnType<typeof createThreads>

/** Threads, and the events that go out about them. */
export function createThreads(world: World) {
  const homeOf = (thread: Channel): Guild => world.guild(thread.guildId ?? '')
  const partsOf = (channel: Channel): Thread => {
    if (!channel.thread) throw new Error(`${channel.id} is no thread`)
    return channel.thread
  }

  const threads = {
    /** Threads of a channel, including archived ones. */
    of: (channelId: string): Channel[] =>
      [...world.guilds.values()].flatMap(({ threads: all }) => [...all.values()].filter(({ parentId }) => parentId === channelId)),

    start: (parent: Channel, { name, type, ownerId, from = null, autoArchiveMinutes = 4320, invitable = true }: NewThread): Channel => {
      const home = homeOf(parent)
      const createdAt = world.isoNow()
      // A thread started from a message has the message's id.
      const thread = newChannel(from?.id ?? world.snowflakes.happen(), home.id, {
        name,
        type,
        parentId: parent.id,
        ownerId,
        thread: {
          archived: false,
          locked: false,
          invitable,
          autoArchiveMinutes,
          createdAt,
          archivedAt: createdAt,
          members: new Set([ownerId]),
          messageCount: 0,
        },
      })
      home.threads.set(thread.id, thread)
      if (world.sees(thread)) world.tell(home, 'THREAD_CREATE', INTENT.guilds, { ...channelJson(thread, world), newly_created: true })
      return thread
    },

    change: (
      channel: Channel,
      change: Partial<Pick<Thread, 'archived' | 'locked' | 'invitable' | 'autoArchiveMinutes'>> & { readonly name?: string },
    ): Channel => {
      const parts = partsOf(channel)
      const { name, ...rest } = change
      if (name !== undefined) channel.name = name
      if (rest.archived !== undefined && rest.archived !== parts.archived) parts.archivedAt = world.isoNow()
      assignGiven(parts, rest)
      if (world.sees(channel)) world.tell(homeOf(channel), 'THREAD_UPDATE', INTENT.guilds, channelJson(channel, world))
      return channel
    },

    /** Without GUILD_MEMBERS the bot is only told of itself. */
    setMember: (channel: Channel, userId: string, isIn: boolean): void => {
      const { members } = partsOf(channel)
      if (members.has(userId) === isIn) return
      if (isIn) members.add(userId)
      else members.delete(userId)
      const home = homeOf(channel)
      const isBot = userId === world.botUserId
      if (isBot && isIn && channel.type === CHANNEL_TYPE.privateThread)
        world.tell(home, 'THREAD_CREATE', INTENT.guilds, channelJson(channel, world))
      if (!isBot && !world.sees(channel)) return
      const member = home.members.get(userId)
      const added = { ...threadMemberJson(channel, userId), ...(member ? { member: memberJson(member, world) } : {}), presence: null }
      world.tell(home, 'THREAD_MEMBERS_UPDATE', isBot ? INTENT.guilds : INTENT.members, {
        id: channel.id,
        guild_id: home.id,
        member_count: Math.min(50, members.size),
        ...(isIn ? { added_members: [added] } : { removed_member_ids: [userId] }),
      })
    },
  }
  return threads
}
