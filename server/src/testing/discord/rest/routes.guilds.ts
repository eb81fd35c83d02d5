import { z } from 'zod'
import { errors } from '../api-error.ts'
import { ChannelBody, parseBody, RoleBody, Snowflake } from '../bodies.ts'
import { channelJson, guildJson, inOrder, roleJson } from '../json.ts'
import { outranksRole, PERMISSIONS } from '../permissions.ts'
import { type Access, NO_CONTENT, ok, type Route } from './routes.ts'
import type { Guild, Role } from '../types.ts'
import type { World } from '../world.ts'

const CHANNEL_NAME_WITH_SPACES = new Set([2, 4, 13])

/** A guild, its channels and its roles. */
export function guildRoutes(world: World, access: Access): Route[] {
  const roleOf = (guild: Guild, id: string): Role => {
    const role = guild.roles.get(id)
    if (!role) throw errors.unknownRole()
    return role
  }
  /** A role that the bot may change, because it is below its own. */
  const needRole = (guild: Guild, role: Role): void => {
    access.need(guild, PERMISSIONS.manageRoles)
    if (!outranksRole(guild, access.self(guild), role)) throw errors.missingPermissions()
  }
  const changeOf = (body: unknown) => {
    const { name, permissions, color, hoist, mentionable } = parseBody(RoleBody, body)
    return { name, permissions, color, hoist, mentionable }
  }

  return [
    {
      method: 'GET',
      path: '/guilds/:guild',
      bucket: 'guild',
      handle: ({ param, query }) => {
        const guild = access.guild(param('guild'))
        const counts =
          query.get('with_counts') === 'true' ? { approximate_member_count: guild.members.size, approximate_presence_count: 1 } : {}
        return ok({ ...guildJson(guild), ...counts })
      },
    },
    {
      method: 'GET',
      path: '/guilds/:guild/channels',
      bucket: 'channels',
      handle: ({ param }) => ok(inOrder(access.guild(param('guild')).channels.values()).map((channel) => channelJson(channel, world))),
    },
    {
      method: 'POST',
      path: '/guilds/:guild/channels',
      bucket: 'channels',
      handle: ({ param, body }) => {
        const guild = access.guild(param('guild'))
        access.need(guild, PERMISSIONS.manageChannels)
        const { name, type = 0, topic, parent_id, position, permission_overwrites } = parseBody(ChannelBody.required({ name: true }), body)
        const channel = world.addChannel(guild.id, {
          id: world.snowflakes.happen(),
          type,
          topic: topic ?? null,
          parentId: parent_id ?? null,
          // Names of text channels are lower case and without spaces.
          name: CHANNEL_NAME_WITH_SPACES.has(type) ? name : name.toLowerCase().replaceAll(/\s+/g, '-'),
          position,
          overwrites: permission_overwrites ?? [],
        })
        return { status: 201, body: channelJson(channel, world) }
      },
    },
    {
      method: 'GET',
      path: '/guilds/:guild/threads/active',
      bucket: 'guild',
      handle: ({ param }) => {
        const guild = access.guild(param('guild'))
        const threads = [...guild.threads.values()].filter((thread) => !thread.thread?.archived && world.sees(thread))
        const json = threads.map((thread) => channelJson(thread, world))
        return ok({ threads: json, members: json.flatMap(({ member }) => (member ? [member] : [])) })
      },
    },
    {
      method: 'GET',
      path: '/guilds/:guild/roles',
      bucket: 'roles',
      handle: ({ param }) => ok(inOrder(access.guild(param('guild')).roles.values()).map(roleJson)),
    },
    {
      method: 'GET',
      path: '/guilds/:guild/roles/:role',
      bucket: 'roles',
      handle: ({ param }) => ok(roleJson(roleOf(access.guild(param('guild')), param('role')))),
    },
    {
      method: 'POST',
      path: '/guilds/:guild/roles',
      bucket: 'roles',
      handle: ({ param, body }) => {
        const guild = access.guild(param('guild'))
        access.need(guild, PERMISSIONS.manageRoles)
        const change = changeOf(body)
        // Nobody may give permissions that they don't have.
        if (change.permissions && !access.has(guild, change.permissions)) throw errors.missingPermissions()
        return ok(roleJson(world.addRole(guild.id, { id: world.snowflakes.happen(), ...change })))
      },
    },
    {
      method: 'PATCH',
      path: '/guilds/:guild/roles',
      bucket: 'roles',
      handle: ({ param, body }) => {
        const guild = access.guild(param('guild'))
        const moves = parseBody(z.array(z.object({ id: Snowflake, position: z.int().nonnegative() })), body)
        for (const { id } of moves) needRole(guild, roleOf(guild, id))
        for (const { id, position } of moves) world.changeRole(guild.id, id, { position })
        return ok(inOrder(guild.roles.values()).map(roleJson))
      },
    },
    {
      method: 'PATCH',
      path: '/guilds/:guild/roles/:role',
      bucket: 'roles',
      handle: ({ param, body }) => {
        const guild = access.guild(param('guild'))
        const role = roleOf(guild, param('role'))
        needRole(guild, role)
        return ok(roleJson(world.changeRole(guild.id, role.id, changeOf(body))))
      },
    },
    {
      method: 'DELETE',
      path: '/guilds/:guild/roles/:role',
      bucket: 'roles',
      handle: ({ param }) => {
        const guild = access.guild(param('guild'))
        const role = roleOf(guild, param('role'))
        needRole(guild, role)
        if (role.managed || role.id === guild.id) throw errors.missingPermissions()
        world.deleteRole(guild.id, role.id)
        return NO_CONTENT
      },
    },
  ]
}
