import type { FastifyBaseLogger } from 'fastify'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { discordChanges, type DiscordChanges } from '../discord/discord.port.ts'
import { createCounts, createMemberReading } from './bot.members.ts'
import { isPacketName, Member, PACKETS, type Packet, type PacketName } from './bot.packets.ts'
import type { BotPart } from './bot.port.ts'
import * as repo from './bot.repo.ts'
import { highestRole, permissionsInGuild, rightsInChannel, type GuildRights } from './bot.rights.ts'
import { createMessageFeed } from './bot.messages.ts'

type MirrorDeps = {
  readonly db: Db
  readonly publish: Publish
  readonly log: FastifyBaseLogger
  readonly parts: readonly BotPart[]
  /** Without this intent Discord neither lists members nor reports who joins and leaves: the known members stay. */
  readonly seesMembers: boolean
  readonly send: (opcode: number, data: unknown) => void
  /** A change could not be written: everything has to be read again. */
  readonly onBroken: () => void
  /** The channels and roles of a server have been written. */
  readonly onGuild: (guildId: string) => void
}
type Mirror = { readonly take: (name: string, data: unknown) => void; readonly close: () => void }

/** More packets than this wait only if the database has stopped answering. */
const MAX_WAITING = 20_000

/** Writes what Discord reports about its servers to the database, in the order in which Discord reports it. */
export function createMirror({ db, publish, log, parts, seesMembers, send, onBroken, onGuild }: MirrorDeps): Mirror {
  /** With the threads that were active when the server was reported. */
  const guilds = new Map<string, GuildRights & { readonly activeThreads: readonly string[] }>()
  let botId = ''
  let isClosed = false
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  let lastHook: Promise<unknown> = Promise.resolve()
  let hooksWaiting = 0

  /** Tells the parts of the bot of a change, one after the other, without holding up what is written. */
  const tell = (what: (part: BotPart) => Promise<void> | undefined): void => {
    if (hooksWaiting >= MAX_WAITING) return broken(new Error('Too many changes in Discord wait for the parts of the bot'))
    hooksWaiting += 1
    lastHook = lastHook.then(async () => {
      for (const part of parts) {
        if (isClosed) break
        try {
          await what(part)
        } catch (error) {
          log.error({ err: error }, 'a part of the bot could not follow a change in Discord')
        }
      }
      hooksWaiting -= 1
    })
  }
  const counts = createCounts({ db, publish, log })
  const complete = (guildId: string): void => {
    const { activeThreads = [] } = guilds.get(guildId) ?? {}
    tell((part) => part.guildRead?.(guildId, activeThreads))
  }
  const members = createMemberReading({
    db,
    send,
    counted: counts.changed,
    joined: (guildId, discordIds) => {
      for (const discordId of discordIds) tell((part) => part.memberChanged?.(guildId, discordId, 'joined'))
    },
    complete,
  })
  const messageFeed = createMessageFeed({ parts, log, isClosed: () => isClosed, onBroken: (error) => broken(error) })

  const write = (work: (tx: Tx) => Promise<readonly DiscordChanges[]>): Promise<void> =>
    inTransaction(db, publish, async (tx, _emit, _after, emitAll) => {
      for (const changes of await work(tx)) await emitAll(await discordChanges(tx, changes))
    })
  const rightsOf = (guild: GuildRights) => ({
    botPermissions: String(permissionsInGuild(guild)),
    botPosition: highestRole(guild),
    channels: new Map([...guild.channels.keys()].map((id) => [id, rightsInChannel(guild, id)])),
  })
  const known = (guildId: string | undefined): GuildRights | undefined => (guildId === undefined ? undefined : guilds.get(guildId))

  const handlers: { readonly [N in PacketName]: (packet: Packet<N>) => Promise<void> | void } = {
    READY: ({ user, guilds: present }) => {
      botId = user.id
      guilds.clear()
      members.forget()
      return write(async (tx) => {
        await repo.membersUnread(tx)
        const left = await repo.markLeftGuilds(
          tx,
          present.map(({ id }) => id),
        )
        return left.map((guildId) => ({ guildId, isGuildChanged: true }))
      })
    },
    GUILD_CREATE: async (packet) => {
      if (packet.unavailable) return
      const { id: guildId, roles, channels } = packet
      const own = packet.members.map((each) => Member.safeParse(each).data).find((member) => member?.user.id === botId)
      const guild = {
        guildId,
        botId,
        roles: new Map(roles.map((role) => [role.id, role])),
        channels: new Map(channels.map((channel) => [channel.id, channel])),
        ownRoles: own?.roles ?? [],
        activeThreads: packet.threads.map(({ id }) => id),
      }
      guilds.set(guildId, guild)
      await write(async (tx) => {
        const rights = rightsOf(guild)
        await repo.membersUnread(tx, guildId)
        const saved = await repo.saveGuild(tx, { ...packet, ...rights }, packet.member_count)
        const changedChannels = await repo.saveChannels(tx, guildId, channels, (id) => rightsInChannel(guild, id))
        const goneChannels = await repo.removeChannels(tx, { guildId, present: channels.map(({ id }) => id) })
        const changedRoles = await repo.saveRoles(tx, guildId, roles)
        const goneRoles = await repo.removeRoles(tx, { guildId, present: roles.map(({ id }) => id) })
        const changes = { guildId, channels: [...changedChannels, ...goneChannels], roles: [...changedRoles, ...goneRoles] }
        return [{ ...changes, isGuildChanged: saved.isChanged || changes.channels.length + changes.roles.length > 0 }]
      })
      onGuild(guildId)
      if (seesMembers) members.start(guildId)
      else complete(guildId)
    },
    GUILD_UPDATE: (packet) =>
      write(async (tx) => ((await repo.updateGuild(tx, packet)) ? [{ guildId: packet.id, isGuildChanged: true }] : [])),
    GUILD_DELETE: async ({ id, unavailable }) => {
      await repo.membersUnread(db, id)
      if (unavailable) return
      guilds.delete(id)
      members.forget(id)
      await write(async (tx) => ((await repo.markLeftGuild(tx, id)) ? [{ guildId: id, isGuildChanged: true }] : []))
    },
    CHANNEL_CREATE: (channel) => saveChannel(channel),
    CHANNEL_UPDATE: (channel) => saveChannel(channel),
    CHANNEL_DELETE: async ({ id, guild_id }) => {
      const guild = known(guild_id)
      if (!guild) return
      guild.channels.delete(id)
      await write(async (tx) => [
        { guildId: guild.guildId, isGuildChanged: true, channels: await repo.removeChannels(tx, { guildId: guild.guildId, ids: [id] }) },
      ])
    },
    GUILD_ROLE_CREATE: ({ guild_id, role }) => saveRole(guild_id, role),
    GUILD_ROLE_UPDATE: ({ guild_id, role }) => saveRole(guild_id, role),
    GUILD_ROLE_DELETE: async ({ guild_id, role_id }) => {
      const guild = known(guild_id)
      if (!guild) return
      guild.roles.delete(role_id)
      await write(async (tx) => {
        const roles = await repo.removeRoles(tx, { guildId: guild_id, ids: [role_id] })
        const { channels } = await repo.saveRights(tx, guild_id, rightsOf(guild))
        return [{ guildId: guild_id, isGuildChanged: true, roles, channels }]
      })
    },
    GUILD_MEMBER_ADD: (member) => saveMember(member),
    GUILD_MEMBER_UPDATE: (member) => saveMember(member),
    GUILD_MEMBER_REMOVE: async ({ guild_id, user }) => {
      members.left(guild_id, user.id)
      const roles = await repo.removeMember(db, guild_id, user.id)
      if (!roles) return
      await repo.countMembers(db, guild_id)
      counts.changed(guild_id, roles)
      tell((part) => part.memberChanged?.(guild_id, user.id, 'left'))
    },
    GUILD_MEMBERS_CHUNK: (packet) => members.chunk(packet),
    RATE_LIMITED: ({ retry_after, meta }) => members.limited(meta?.guild_id, retry_after * 1000),
    THREAD_UPDATE: ({ id, thread_metadata: state }) => {
      if (state?.archived && state.locked) tell((part) => part.threadLocked?.(id))
    },
    THREAD_DELETE: ({ id }) => tell((part) => part.threadDeleted?.(id)),
    MESSAGE_CREATE: messageFeed.message,
    MESSAGE_UPDATE: messageFeed.message,
    MESSAGE_DELETE: (packet) => {
      messageFeed.messageDeleted(packet)
      tell((part) => part.messagesDeleted?.([packet.id]))
    },
    MESSAGE_DELETE_BULK: (packet) => {
      messageFeed.messagesDeleted(packet)
      tell((part) => part.messagesDeleted?.(packet.ids))
    },
  }

  const saveChannel = async (channel: Packet<'CHANNEL_CREATE'>): Promise<void> => {
    const guild = known(channel.guild_id)
    if (!guild) return
    guild.channels.set(channel.id, channel)
    await write(async (tx) => {
      const isNew = (await tx.selectFrom('discord_channels').select('id').where('id', '=', channel.id).executeTakeFirst()) === undefined
      const channels = await repo.saveChannels(tx, guild.guildId, [channel], (id) => rightsInChannel(guild, id))
      return [{ guildId: guild.guildId, isGuildChanged: isNew, channels }]
    })
  }
  const saveRole = async (guildId: string, role: Packet<'GUILD_ROLE_CREATE'>['role']): Promise<void> => {
    const guild = known(guildId)
    if (!guild) return
    const isNew = !guild.roles.has(role.id)
    guild.roles.set(role.id, role)
    let isChanged = false
    await write(async (tx) => {
      const roles = await repo.saveRoles(tx, guildId, [role])
      const rights = await repo.saveRights(tx, guildId, rightsOf(guild))
      isChanged = roles.length > 0 || rights.isGuildChanged
      // Whether the bot can give a role depends on the bot's own role.
      const all = rights.isGuildChanged ? [...guild.roles.keys()] : roles
      return [{ guildId, isGuildChanged: isNew || rights.isGuildChanged, roles: all, channels: rights.channels }]
    })
    // A role that was moved counts too: whether the bot can give it depends on both.
    if (isChanged && !isNew) tell((part) => part.rightsChanged?.(guildId))
  }
  const saveMember = async (member: Packet<'GUILD_MEMBER_ADD'>): Promise<void> => {
    const { guild_id: guildId, user } = member
    members.seen(guildId, user.id)
    const [saved] = await repo.saveMembers(db, guildId, [member])
    if (user.id === botId) await saveOwn(guildId, member.roles)
    if (!saved) return
    if (saved.isNew && seesMembers) await repo.countMembers(db, guildId)
    if (saved.isNew || saved.roles.length > 0) counts.changed(guildId, saved.roles)
    tell((part) => part.memberChanged?.(guildId, user.id, saved.isNew ? 'joined' : 'changed'))
  }
  const saveOwn = async (guildId: string, roles: readonly string[]): Promise<void> => {
    const guild = known(guildId)
    if (!guild) return
    guild.ownRoles = roles
    let isChanged = false
    await write(async (tx) => {
      const { isGuildChanged, channels } = await repo.saveRights(tx, guildId, rightsOf(guild))
      isChanged = isGuildChanged
      return isGuildChanged ? [{ guildId, isGuildChanged, channels, roles: [...guild.roles.keys()] }] : []
    })
    if (isChanged) tell((part) => part.rightsChanged?.(guildId))
  }

  const handle = <N extends PacketName>(name: N, data: unknown): Promise<void> | void => {
    const parsed = PACKETS[name].safeParse(data)
    if (!parsed.success)
      return log.warn({ packet: name, field: parsed.error.issues[0]?.path.join('.') }, 'Discord sent a packet of an unknown form')
    return handlers[name](parsed.data as Packet<N>)
  }
  const broken = (error: unknown) => {
    if (isClosed) return
    log.error({ err: error }, 'a change in Discord could not be written')
    onBroken()
  }

  return {
    take: (name, data) => {
      if (isClosed || !isPacketName(name)) return
      if (waiting >= MAX_WAITING) return broken(new Error('Too many packets from Discord wait to be written'))
      waiting += 1
      last = last
        .then(() => (isClosed ? undefined : handle(name, data)))
        .catch(broken)
        .finally(() => (waiting -= 1))
    },
    close: () => {
      isClosed = true
      counts.stop()
      members.forget()
    },
  }
}
