import { errors } from '../api-error.ts'
import { MemberBody, parseBody } from '../bodies.ts'
import type { PrivilegedIntents } from '../intents.ts'
import { memberJson } from '../json.ts'
import { outranksMember, outranksRole, PERMISSIONS } from '../permissions.ts'
import { type Access, countOf, NO_CONTENT, ok, type Reply, type Route } from './routes.ts'
import { compareIds } from '../snowflakes.ts'
import type { Guild, Member } from '../types.ts'
import type { World } from '../world.ts'

/** Members, their names and their roles. */
export function memberRoutes(world: World, access: Access, enabled: PrivilegedIntents): Route[] {
  /** Managed roles belong to their integration; @everyone can't be given, and Discord calls it unknown. */
  const needRole = (guild: Guild, roleId: string): void => {
    const role = guild.roles.get(roleId)
    if (!role || roleId === guild.id) throw errors.unknownRole()
    access.need(guild, PERMISSIONS.manageRoles)
    if (role.managed || !outranksRole(guild, access.self(guild), role)) throw errors.missingPermissions()
  }

  const needNick = (guild: Guild, member: Member): void => {
    const isSelf = member.userId === world.botUserId
    access.need(guild, isSelf ? PERMISSIONS.changeNickname : PERMISSIONS.manageNicknames)
    if (!isSelf && !outranksMember(guild, access.self(guild), member)) throw errors.missingPermissions()
  }

  const setRole = (guild: Guild, userId: string, roleId: string, isGiven: boolean): Reply => {
    const member = access.member(guild, userId)
    needRole(guild, roleId)
    // Nothing changes, so no event is sent.
    if (member.roles.includes(roleId) !== isGiven)
      world.changeMember(guild.id, member.userId, {
        roles: isGiven ? [...member.roles, roleId] : member.roles.filter((id) => id !== roleId),
      })
    return NO_CONTENT
  }

  return [
    {
      method: 'GET',
      path: '/guilds/:guild/members',
      bucket: 'members',
      handle: ({ param, query }) => {
        const guild = access.guild(param('guild'))
        if (!enabled.members) throw errors.missingAccess()
        const after = query.get('after') ?? '0'
        const members = [...guild.members.values()].filter(({ userId }) => compareIds(userId, after) > 0)
        members.sort((a, b) => compareIds(a.userId, b.userId))
        return ok(members.slice(0, countOf(query, 'limit', 1, 1000)).map((member) => memberJson(member, world)))
      },
    },
    {
      method: 'GET',
      path: '/guilds/:guild/members/search',
      bucket: 'members',
      handle: ({ param, query }) => {
        const guild = access.guild(param('guild'))
        const prefix = (query.get('query') ?? '').toLowerCase()
        const names = ({ userId, nick }: Member) => [world.user(userId).username, world.user(userId).globalName, nick]
        const members = [...guild.members.values()].filter((member) => names(member).some((name) => name?.toLowerCase().startsWith(prefix)))
        return ok(members.slice(0, countOf(query, 'limit', 1, 1000)).map((member) => memberJson(member, world)))
      },
    },
    {
      method: 'GET',
      path: '/guilds/:guild/members/:user',
      bucket: 'member',
      handle: ({ param }) => ok(memberJson(access.member(access.guild(param('guild')), param('user')), world)),
    },
    {
      method: 'PATCH',
      path: '/guilds/:guild/members/:user',
      bucket: 'member',
      handle: ({ param, body }) => {
        const guild = access.guild(param('guild'))
        const member = access.member(guild, param('user'))
        const { nick, roles } = parseBody(MemberBody, body)
        if (nick !== undefined) needNick(guild, member)
        if (roles) {
          access.need(guild, PERMISSIONS.manageRoles)
          const changed = [...roles.filter((id) => !member.roles.includes(id)), ...member.roles.filter((id) => !roles.includes(id))]
          for (const id of changed) needRole(guild, id)
        }
        world.changeMember(guild.id, member.userId, {
          nick: nick === undefined ? undefined : nick?.trim() || null,
          roles: roles ?? undefined,
        })
        return ok(memberJson(member, world))
      },
    },
    {
      method: 'DELETE',
      path: '/guilds/:guild/members/:user',
      bucket: 'member',
      // Kicking is not allowed here, because the portal never does it.
      handle: () => {
        throw errors.missingPermissions()
      },
    },
    {
      method: 'PUT',
      path: '/guilds/:guild/members/:user/roles/:role',
      bucket: 'memberRoles',
      handle: ({ param }) => setRole(access.guild(param('guild')), param('user'), param('role'), true),
    },
    {
      method: 'DELETE',
      path: '/guilds/:guild/members/:user/roles/:role',
      bucket: 'memberRoles',
      handle: ({ param }) => setRole(access.guild(param('guild')), param('user'), param('role'), false),
    },
  ]
}
