import { errors } from '../api-error.ts'
import { ChannelBody, parseBody, ThreadBody } from '../bodies.ts'
import { channelJson, memberJson, threadMemberJson } from '../json.ts'
import type { Messages } from '../messages.ts'
import { PERMISSIONS } from '../permissions.ts'
import { type Access, created, NO_CONTENT, ok, type Reply, type Route } from './routes.ts'
import type { Threads } from '../threads.ts'
import { CHANNEL_TYPE, type Channel, type Json, type Message, type Thread } from '../types.ts'
import type { World } from '../world.ts'

const TEXT_TYPES = new Set<number>([CHANNEL_TYPE.text, CHANNEL_TYPE.announcement])

type Deps = { readonly world: World; readonly access: Access; readonly messages: Messages; readonly threads: Threads }

/** Channels and threads. */
export function channelRoutes({ world, access, messages, threads }: Deps): Route[] {
  const threadOf = (id: string): { readonly channel: Channel; readonly thread: Thread } => {
    const channel = access.channel(id)
    if (!channel.thread) throw errors.wrongChannelType()
    return { channel, thread: channel.thread }
  }

  function changeThread(channel: Channel, thread: Thread, body: unknown): Reply {
    const { name, archived, locked, invitable, auto_archive_duration } = parseBody(ThreadBody, body)
    const isManager = access.hasIn(channel, PERMISSIONS.manageThreads)
    const isOwner = channel.ownerId === world.botUserId
    // An archived thread can only be brought back; a locked one only by a manager.
    if (thread.archived && archived !== false) throw errors.archivedThread()
    if (!isManager && (locked !== undefined || thread.locked || !isOwner)) throw errors.missingPermissions()
    if (locked !== undefined || thread.locked || !isOwner) access.needMfa(world.guild(channel.guildId ?? ''))
    threads.change(channel, {
      name,
      archived,
      locked,
      invitable,
      autoArchiveMinutes: auto_archive_duration,
    })
    return ok(channelJson(channel, world))
  }

  function startThread(parentId: string, from: Message | null, body: unknown): Reply {
    const {
      name,
      type = from ? CHANNEL_TYPE.publicThread : CHANNEL_TYPE.privateThread,
      auto_archive_duration,
      invitable,
    } = parseBody(ThreadBody.required({ name: true }), body)
    const isPrivate = type === CHANNEL_TYPE.privateThread
    const parent = access.channel(parentId, isPrivate ? PERMISSIONS.createPrivateThreads : PERMISSIONS.createPublicThreads)
    if (!TEXT_TYPES.has(parent.type) || (isPrivate && parent.type !== CHANNEL_TYPE.text)) throw errors.wrongChannelType()
    if (from && world.findChannel(from.id)) throw errors.threadExists()
    const thread = threads.start(parent, {
      name,
      type,
      ownerId: world.botUserId,
      from,
      autoArchiveMinutes: auto_archive_duration,
      invitable,
    })
    return created(channelJson(thread, world))
  }

  const setMember = (id: string, userId: string, isIn: boolean): Reply => {
    const { channel, thread } = threadOf(id)
    if (thread.archived) throw errors.archivedThread()
    const isSelf = userId === '@me' || userId === world.botUserId
    if (!isSelf) {
      if (!access.hasIn(channel, isIn ? PERMISSIONS.sendMessagesInThreads : PERMISSIONS.manageThreads)) throw errors.missingPermissions()
      access.member(access.guild(channel.guildId ?? ''), userId)
    }
    threads.setMember(channel, isSelf ? world.botUserId : userId, isIn)
    return NO_CONTENT
  }

  const threadMembers = (channel: Channel, withMember: boolean): Json[] =>
    [...(channel.thread?.members ?? [])].map((userId) => {
      const member = withMember ? world.guild(channel.guildId ?? '').members.get(userId) : undefined
      return { ...threadMemberJson(channel, userId), ...(member ? { member: memberJson(member, world) } : {}) }
    })

  const archived = (parentId: string, type: number, isJoined = false): Reply => {
    const parent = access.channel(parentId, PERMISSIONS.readMessageHistory)
    const needsManager = type === CHANNEL_TYPE.privateThread && !isJoined
    if (needsManager && !access.hasIn(parent, PERMISSIONS.manageThreads)) throw errors.missingPermissions()
    const found = threads
      .of(parent.id)
      .filter((each) => each.type === type && each.thread?.archived && (!isJoined || each.thread.members.has(world.botUserId)))
    return ok({ threads: found.map((each) => channelJson(each, world)), members: [], has_more: false })
  }

  return [
    {
      method: 'GET',
      path: '/channels/:channel',
      bucket: 'channel',
      handle: ({ param }) => ok(channelJson(access.channel(param('channel')), world)),
    },
    {
      method: 'PATCH',
      path: '/channels/:channel',
      bucket: 'channel',
      handle: ({ param, body }) => {
        const channel = access.channel(param('channel'))
        if (channel.thread) return changeThread(channel, channel.thread, body)
        if (!access.hasIn(channel, PERMISSIONS.manageChannels)) throw errors.missingPermissions()
        const { name, topic, parent_id, position, permission_overwrites } = parseBody(ChannelBody, body)
        if (permission_overwrites && !access.hasIn(channel, PERMISSIONS.manageRoles)) throw errors.missingPermissions()
        const changed = world.changeChannel(channel.id, {
          name,
          topic,
          parentId: parent_id,
          position,
          overwrites: permission_overwrites ?? undefined,
        })
        return ok(channelJson(changed, world))
      },
    },
    {
      method: 'DELETE',
      path: '/channels/:channel',
      bucket: 'channel',
      handle: ({ param }) => {
        const channel = access.channel(param('channel'))
        if (channel.guildId) {
          if (!access.hasIn(channel, channel.thread ? PERMISSIONS.manageThreads : PERMISSIONS.manageChannels))
            throw errors.missingPermissions()
          world.deleteChannel(channel.id)
        }
        return ok(channelJson(channel, world))
      },
    },
    {
      method: 'POST',
      path: '/channels/:channel/threads',
      bucket: 'threads',
      handle: ({ param, body }) => startThread(param('channel'), null, body),
    },
    {
      method: 'POST',
      path: '/channels/:channel/messages/:message/threads',
      bucket: 'threads',
      handle: ({ param, body }) => startThread(param('channel'), messages.find(param('channel'), param('message')), body),
    },
    {
      method: 'GET',
      path: '/channels/:channel/threads/archived/public',
      bucket: 'threads',
      handle: ({ param }) => archived(param('channel'), CHANNEL_TYPE.publicThread),
    },
    {
      method: 'GET',
      path: '/channels/:channel/threads/archived/private',
      bucket: 'threads',
      handle: ({ param }) => archived(param('channel'), CHANNEL_TYPE.privateThread),
    },
    {
      method: 'GET',
      path: '/channels/:channel/users/@me/threads/archived/private',
      bucket: 'threads',
      handle: ({ param }) => archived(param('channel'), CHANNEL_TYPE.privateThread, true),
    },
    {
      method: 'GET',
      path: '/channels/:channel/thread-members',
      bucket: 'threadMembers',
      handle: ({ param, query }) => ok(threadMembers(threadOf(param('channel')).channel, query.get('with_member') === 'true')),
    },
    {
      method: 'GET',
      path: '/channels/:channel/thread-members/:user',
      bucket: 'threadMembers',
      handle: ({ param }) => {
        const { channel, thread } = threadOf(param('channel'))
        const userId = param('user') === '@me' ? world.botUserId : param('user')
        if (!thread.members.has(userId)) throw errors.unknownMember()
        return ok(threadMemberJson(channel, userId))
      },
    },
    {
      method: 'PUT',
      path: '/channels/:channel/thread-members/:user',
      bucket: 'threadMembers',
      handle: ({ param }) => setMember(param('channel'), param('user'), true),
    },
    {
      method: 'DELETE',
      path: '/channels/:channel/thread-members/:user',
      bucket: 'threadMembers',
      handle: ({ param }) => setMember(param('channel'), param('user'), false),
    },
  ]
}
