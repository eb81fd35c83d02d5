import { errors } from '../api-error.ts'
import { applicationFlags, type PrivilegedIntents } from '../intents.ts'
import type { Gateway } from '../gateway.ts'
import { channelJson, guildJson, memberJson, userJson } from '../json.ts'
import { guildPermissions } from '../permissions.ts'
import { compareIds } from '../snowflakes.ts'
import type { Limits } from './limits.ts'
import { type Access, countOf, NO_CONTENT, ok, type Route } from './routes.ts'
import { parseBody, Snowflake } from '../bodies.ts'
import { z } from 'zod'
import type { Json } from '../types.ts'
import type { World } from '../world.ts'

type Deps = {
  readonly world: World
  readonly access: Access
  readonly gateway: Gateway
  readonly gatewayUrl: () => string
  readonly enabled: PrivilegedIntents
  readonly limits: Limits
  /** Flags of the developer portal. 'Public Bot' is on by default in Discord, until someone switches it off. */
  readonly settings: { isPublic: boolean }
}

/** The gateway's address, the application, and users. */
export function applicationRoutes({ world, access, gateway, gatewayUrl, enabled, settings, limits }: Deps): Route[] {
  const bot = (): Json => userJson(world.user(world.botUserId))
  const application = (): Json => ({
    id: world.clientId,
    name: world.user(world.botUserId).username,
    icon: null,
    description: '',
    bot_public: settings.isPublic,
    bot_require_code_grant: false,
    verify_key: '0'.repeat(64),
    flags: applicationFlags(enabled),
    redirect_uris: [],
    team: null,
    owner: bot(),
    bot: bot(),
    approximate_guild_count: [...world.guilds.values()].filter(({ hasBot }) => hasBot).length,
  })

  return [
    {
      method: 'GET',
      path: '/gateway/bot',
      bucket: 'gateway',
      handle: () => {
        const { total, remaining, resetAfterMs } = gateway.control.sessionStarts
        return ok({
          url: gatewayUrl(),
          shards: 1,
          session_start_limit: { total, remaining: Math.max(0, remaining), reset_after: resetAfterMs, max_concurrency: 1 },
        })
      },
    },
    { method: 'GET', path: '/gateway', bucket: 'gateway', auth: 'none', handle: () => ok({ url: gatewayUrl() }) },
    { method: 'GET', path: '/applications/@me', bucket: 'application', handle: () => ok(application()) },
    { method: 'GET', path: '/oauth2/applications/@me', bucket: 'application', handle: () => ok(application()) },
    {
      method: 'GET',
      path: '/users/@me',
      bucket: 'users',
      auth: 'any',
      handle: ({ grant }) => {
        if (!grant) return ok({ ...bot(), verified: true, mfa_enabled: world.appOwner.hasMfa, email: null, flags: 0, locale: 'en-US' })
        if (!grant.scopes.includes('identify')) throw errors.missingAccess()
        const user = world.user(grant.userId)
        const withEmail = grant.scopes.includes('email') ? { email: user.email, verified: user.verified } : {}
        return ok({ ...userJson(user), mfa_enabled: false, locale: 'en-US', premium_type: 0, flags: 0, ...withEmail })
      },
    },
    {
      method: 'GET',
      path: '/users/@me/guilds',
      bucket: 'users',
      handle: ({ query }) => {
        const after = query.get('after') ?? '0'
        const guilds = [...world.guilds.values()].filter(({ id, hasBot }) => hasBot && compareIds(id, after) > 0)
        return ok(
          guilds.slice(0, countOf(query, 'limit', 200, 200)).map((guild) => {
            const { id, name, icon, banner, features } = guildJson(guild)
            const permissions = String(guildPermissions(guild, access.self(guild)))
            const counts =
              query.get('with_counts') === 'true' ? { approximate_member_count: guild.members.size, approximate_presence_count: 1 } : {}
            return { id, name, icon, banner, features, owner: guild.ownerId === world.botUserId, permissions, ...counts }
          }),
        )
      },
    },
    {
      // For members themselves: whether they are on a server and what they have there. The bot need not be on it.
      method: 'GET',
      path: '/users/@me/guilds/:guild/member',
      bucket: 'ownMember',
      auth: 'bearer',
      handle: ({ param, grant }) => {
        if (!grant?.scopes.includes('guilds.members.read')) throw errors.missingAccess()
        const member = world.guilds.get(param('guild'))?.members.get(grant.userId)
        if (!member) throw errors.unknownGuild()
        return ok(memberJson(member, world))
      },
    },
    {
      method: 'DELETE',
      path: '/users/@me/guilds/:guild',
      bucket: 'users',
      handle: ({ param }) => {
        const guild = world.guilds.get(param('guild'))
        if (!guild?.hasBot) throw errors.unknownGuild()
        world.removeBot(guild.id)
        return NO_CONTENT
      },
    },
    {
      method: 'POST',
      path: '/users/@me/channels',
      bucket: 'dms',
      handle: ({ body }) => {
        const { recipient_id } = parseBody(z.looseObject({ recipient_id: Snowflake }), body)
        if (recipient_id === world.botUserId) throw errors.closedDms()
        if (!world.users.has(recipient_id)) throw errors.unknownUser()
        if (!world.dms.has(recipient_id) && !limits.mayOpenDm()) throw errors.openingTooFast()
        return ok(channelJson(world.openDm(recipient_id), world))
      },
    },
    {
      method: 'GET',
      path: '/users/:user',
      bucket: 'users',
      handle: ({ param }) => {
        const user = world.users.get(param('user'))
        if (!user) throw errors.unknownUser()
        return ok(userJson(user))
      },
    },
  ]
}
