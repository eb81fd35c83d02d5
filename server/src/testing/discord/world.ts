import { INTENT } from './intents.ts'
import { channelJson, guildJson, inOrder, memberJson, roleJson, userJson } from './json.ts'
import { BOT_PERMISSIONS, channelPermissions, PERMISSIONS } from './permissions.ts'
import {
  assignGiven,
  type ChannelChange,
  type MemberChange,
  newChannel,
  type NewChannel,
  newGuild,
  type NewGuild,
  newMember,
  type NewOverwrite,
  newRole,
  type NewRole,
  newUser,
  type NewUser,
  type RoleChange,
} from './placing.ts'
import { createSnowflakes } from './snowflakes.ts'
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

export type DispatchEvent = {
  readonly name: string
  /** Clients that requested one of these intents receive the event; 0 means everyone. */
  readonly intents: number
  readonly data: Json | ((intents: number) => Json)
}

export type World = ReturnType<typeof createWorld>

/** The bot's own role stands here unless a test says otherwise, so that there is room below and above. */
const BOT_ROLE_POSITION = 100

type Options = {
  readonly clientId?: string
  readonly now: () => number
  readonly emit: (event: DispatchEvent) => void
  readonly url: () => string
}

/** Discord's state, and the events that are sent when it changes. Routes check whether the bot may change it. */
export function createWorld({ clientId: givenClientId, now, emit, url }: Options) {
  const snowflakes = createSnowflakes(now)
  const users = new Map<string, User>()
  const guilds = new Map<string, Guild>()
  const dms = new Map<string, Channel>()
  const messages = new Map<string, Message>()
  const botUserId = givenClientId ?? snowflakes.place()

  const bot: User = { ...newUser(botUserId, { username: 'Tenfour', verified: true, acceptsDms: false }), bot: true }
  users.set(bot.id, bot)

  const found = <T>(thing: T | undefined, what: string): T => {
    if (thing === undefined) throw new Error(`The fake Discord has no ${what}`)
    return thing
  }
  const user = (id: string): User => found(users.get(id), `user ${id}`)
  const guild = (id: string): Guild => found(guilds.get(id), `guild ${id}`)
  const isoNow = (): string => new Date(now()).toISOString()

  const findChannel = (id: string): Channel | undefined => {
    for (const each of guilds.values()) {
      const channel = each.channels.get(id) ?? each.threads.get(id)
      if (channel) return channel
    }
    return [...dms.values()].find((dm) => dm.id === id)
  }
  const channel = (id: string): Channel => found(findChannel(id), `channel ${id}`)
  const role = (guildId: string, roleId: string): Role => found(guild(guildId).roles.get(roleId), `role ${roleId}`)
  const member = (guildId: string, userId: string): Member => found(guild(guildId).members.get(userId), `member ${userId}`)

  /** Events of guilds that the bot is not in are not sent. */
  const tell = (of: Guild, name: string, intents: number, data: DispatchEvent['data']): void => {
    if (of.hasBot && of.isAvailable) emit({ name, intents, data })
  }

  /** Whether the bot can view a channel. */
  const sees = (of: Channel): boolean => {
    if (!of.guildId) return true
    const home = guild(of.guildId)
    const self = home.members.get(botUserId)
    return home.hasBot && self !== undefined && (channelPermissions(home, self, of) & PERMISSIONS.viewChannel) !== 0n
  }

  const joinBot = (home: Guild, permissions: bigint, position: number): void => {
    const id = snowflakes.place()
    home.roles.set(id, newRole(id, { name: bot.username, position, permissions, managed: true }, botUserId))
    home.members.set(botUserId, newMember(botUserId, isoNow(), { roles: [id], online: true }))
    home.hasBot = true
  }

  const tellGuild = (home: Guild): void => tell(home, 'GUILD_CREATE', INTENT.guilds, (intents) => guildCreateJson(home, intents, world))

  const overwritesOf = (given: readonly NewOverwrite[]): Overwrite[] =>
    given.map(({ id, type = users.has(id) ? 1 : 0, allow = 0n, deny = 0n }) => ({ id, type, allow, deny }))

  const world = {
    /** The account that the application belongs to. */
    appOwner: { hasMfa: true },
    snowflakes,
    users,
    guilds,
    dms,
    messages,
    botUserId,
    clientId: botUserId,
    now,
    isoNow,
    url,
    emit,
    tell,
    sees,
    user,
    guild,
    channel,
    role,
    member,
    findChannel,

    addUser: ({ id = snowflakes.place(), ...given }: NewUser): User => {
      const added = newUser(id, given)
      users.set(id, added)
      return added
    },

    addGuild: (given: NewGuild): Guild => {
      const id = given.id ?? snowflakes.place()
      const ownerId = given.ownerId ?? world.addUser({ username: `owner-of-${given.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}` }).id
      const home = newGuild(id, ownerId, given)
      home.members.set(ownerId, newMember(user(ownerId).id, isoNow()))
      guilds.set(id, home)
      joinBot(home, given.botPermissions ?? BOT_PERMISSIONS, given.botRolePosition ?? BOT_ROLE_POSITION)
      tellGuild(home)
      return home
    },

    changeGuild: (guildId: string, change: Partial<Pick<Guild, 'name' | 'ownerId' | 'mfaLevel'>>): void => {
      const home = assignGiven(guild(guildId), change)
      tell(home, 'GUILD_UPDATE', INTENT.guilds, guildJson(home))
    },

    removeBot: (guildId: string): void => {
      const home = guild(guildId)
      if (!home.hasBot) return
      tell(home, 'GUILD_DELETE', INTENT.guilds, { id: guildId })
      home.hasBot = false
      home.members.delete(botUserId)
      for (const each of home.roles.values()) if (each.botId === botUserId) home.roles.delete(each.id)
    },

    inviteBot: (guildId: string, permissions = BOT_PERMISSIONS, position = BOT_ROLE_POSITION): void => {
      joinBot(guild(guildId), permissions, position)
      tellGuild(guild(guildId))
    },

    setAvailable: (guildId: string, isAvailable: boolean): void => {
      const home = guild(guildId)
      if (home.isAvailable && !isAvailable) tell(home, 'GUILD_DELETE', INTENT.guilds, { id: guildId, unavailable: true })
      const isBack = !home.isAvailable && isAvailable
      home.isAvailable = isAvailable
      if (isBack) tellGuild(home)
    },

    addRole: (guildId: string, { id = snowflakes.place(), ...given }: NewRole): Role => {
      const home = guild(guildId)
      const added = newRole(id, given)
      home.roles.set(id, added)
      tell(home, 'GUILD_ROLE_CREATE', INTENT.guilds, { guild_id: guildId, role: roleJson(added) })
      return added
    },

    changeRole: (guildId: string, roleId: string, change: Partial<RoleChange>): Role => {
      const changed = assignGiven(role(guildId, roleId), change)
      tell(guild(guildId), 'GUILD_ROLE_UPDATE', INTENT.guilds, { guild_id: guildId, role: roleJson(changed) })
      return changed
    },

    /** Discord sends one event about the role, not one for each member who had it. */
    deleteRole: (guildId: string, roleId: string): void => {
      const home = guild(guildId)
      home.roles.delete(role(guildId, roleId).id)
      for (const each of home.members.values()) each.roles = each.roles.filter((id) => id !== roleId)
      for (const each of home.channels.values()) each.overwrites = each.overwrites.filter(({ id }) => id !== roleId)
      tell(home, 'GUILD_ROLE_DELETE', INTENT.guilds, { guild_id: guildId, role_id: roleId })
    },

    addChannel: (guildId: string, { id = snowflakes.place(), overwrites = [], ...given }: NewChannel): Channel => {
      const home = guild(guildId)
      const added = newChannel(id, guildId, { position: home.channels.size, ...given, overwrites: overwritesOf(overwrites) })
      home.channels.set(id, added)
      tell(home, 'CHANNEL_CREATE', INTENT.guilds, channelJson(added, world))
      return added
    },

    changeChannel: (channelId: string, { overwrites, ...change }: Partial<ChannelChange>): Channel => {
      const changed = assignGiven(channel(channelId), change)
      if (overwrites) changed.overwrites = overwritesOf(overwrites)
      if (changed.guildId) tell(guild(changed.guildId), 'CHANNEL_UPDATE', INTENT.guilds, channelJson(changed, world))
      return changed
    },

    /** Deletes a channel's threads with it, without events; channels of a category stay. */
    deleteChannel: (channelId: string): void => {
      const gone = channel(channelId)
      const home = guild(found(gone.guildId ?? undefined, 'guild of a direct message'))
      const event = gone.thread ? 'THREAD_DELETE' : 'CHANNEL_DELETE'
      tell(home, event, INTENT.guilds, channelJson(gone, world))
      home.channels.delete(channelId)
      home.threads.delete(channelId)
      for (const each of home.channels.values()) if (each.parentId === channelId) world.changeChannel(each.id, { parentId: null })
      for (const each of home.threads.values()) if (each.parentId === channelId) home.threads.delete(each.id)
      for (const message of messages.values()) if (message.channelId === channelId) messages.delete(message.id)
    },

    addMember: (guildId: string, userId: string, given: MemberChange = {}): Member => {
      const home = guild(guildId)
      for (const id of given.roles ?? []) role(guildId, id)
      const added = newMember(user(userId).id, isoNow(), given)
      home.members.set(userId, added)
      tell(home, 'GUILD_MEMBER_ADD', INTENT.members, { guild_id: guildId, ...memberJson(added, world) })
      return added
    },

    changeMember: (guildId: string, userId: string, { roles, ...change }: MemberChange): Member => {
      const changed = assignGiven(member(guildId, userId), change)
      if (roles) changed.roles = [...new Set(roles)].map((id) => role(guildId, id).id)
      // The bot is told about itself without the intent.
      const intents = userId === botUserId ? 0 : INTENT.members
      tell(guild(guildId), 'GUILD_MEMBER_UPDATE', intents, { guild_id: guildId, ...memberJson(changed, world) })
      return changed
    },

    removeMember: (guildId: string, userId: string): void => {
      const home = guild(guildId)
      home.members.delete(member(guildId, userId).userId)
      for (const each of home.threads.values()) each.thread?.members.delete(userId)
      tell(home, 'GUILD_MEMBER_REMOVE', INTENT.members, { guild_id: guildId, user: userJson(user(userId)) })
    },

    /** The bot's direct message with somebody, opened if it was not. */
    openDm: (userId: string): Channel => {
      const open = dms.get(userId)
      if (open) return open
      const dm = newChannel(snowflakes.happen(), null, { type: CHANNEL_TYPE.dm, recipientId: user(userId).id })
      dms.set(userId, dm)
      return dm
    },
  }
  return world
}

/** Without GUILD_PRESENCES, Discord sends only the bot itself along; with it, those online if the guild is large. */
export function guildCreateJson(guild: Guild, intents: number, world: World, largeThreshold = 50): Json {
  const isLarge = guild.members.size > largeThreshold
  const members = [...guild.members.values()].filter(
    ({ userId, online }) => userId === world.botUserId || ((intents & INTENT.presences) !== 0 && (!isLarge || online)),
  )
  return {
    ...guildJson(guild),
    joined_at: guild.members.get(world.botUserId)?.joinedAt,
    large: isLarge,
    unavailable: false,
    member_count: guild.members.size,
    members: members.map((member) => memberJson(member, world)),
    channels: inOrder(guild.channels.values()).map((channel) => channelJson(channel, world)),
    threads: [...guild.threads.values()]
      .filter((thread) => !thread.thread?.archived && world.sees(thread))
      .map((thread) => channelJson(thread, world)),
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  }
}
