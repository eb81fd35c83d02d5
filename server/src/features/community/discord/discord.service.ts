import {
  admin,
  discordAdmin,
  DiscordChannel,
  DiscordChannelType,
  isAllowed,
  isPowerful,
  type DiscordRole,
  type DiscordRoleType,
} from '@tenfour/contract'
import { z } from 'zod'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Happened } from '../../../platform/reactions.ts'
import { addErrands, readJobs, type ErrandKind } from '../errands/errands.port.ts'
import type { Credentials } from './discord.credentials.ts'
import { fitsKind } from './discord.permissions.ts'
import * as repo from './discord.repo.ts'
import { discordChanges } from './discord.room.ts'

type Typed<T> = { readonly type: T; readonly version: number }

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly credentials: Credentials
  readonly happened: Happened
}

export function createDiscordService({ db, publish, credentials, happened }: Deps) {
  return {
    get: async () => {
      const [bot, guilds, jobs, open, { token }] = await Promise.all([
        repo.readBot(db),
        repo.readGuilds(db),
        readJobs(db),
        repo.readOpen(db),
        credentials.read(),
      ])
      // The token may be in the environment of another node, which alone runs the bot.
      return { isSetUp: token.from !== 'none' || bot.state !== 'off', bot, guilds, jobs, open }
    },

    guild: async (guildId: string) => {
      const [[guild], channels, roles] = await Promise.all([
        repo.readGuilds(db, [guildId]),
        repo.readChannels(db, { guildId }),
        repo.readRoles(db, { guildId }),
      ])
      if (!guild) throw noSuchGuild()
      return { guild, channels, roles }
    },

    /** Takes the bot out of a server. Types and given roles stay on record, so that the bot can be invited again. */
    remove: (actor: Actor, guildId: string) =>
      inTransaction(db, publish, async (tx, _emit, _after, emitAll) => {
        const guild = await repo.markLeft(tx, guildId)
        if (!guild) throw noSuchGuild()
        await addErrands(tx, LEAVE_GUILD, [{ queue: `guild:${guildId}`, guildId, payload: { name: guild.name } }])
        await recordAudit(tx, actor, 'discord.guild-removed', { subjectType: 'discord', subjectId: guildId, before: { name: guild.name } })
        await emitAll(await discordChanges(tx, { guildId, isGuildChanged: true }))
        return {}
      }),

    /** Hides a server that the bot has left. */
    forget: (actor: Actor, guildId: string) =>
      inTransaction(db, publish, async (tx, _emit, _after, emitAll) => {
        const guild = await repo.forgetGuild(tx, guildId)
        if (!guild) throw new AppError('conflict', 'The bot is in this Discord server: remove it first')
        await recordAudit(tx, actor, 'discord.guild-forgotten', {
          subjectType: 'discord',
          subjectId: guildId,
          before: { name: guild.name },
        })
        await emitAll(await discordChanges(tx, { guildId, isGuildChanged: true }))
        return {}
      }),

    setChannelType: (actor: Actor, channelId: string, { type, version }: Typed<DiscordChannelType | null>): Promise<DiscordChannel> =>
      inTransaction(db, publish, async (tx, _emit, _after, emitAll) => {
        const before = await repo.lockChannel(tx, channelId)
        if (!before) throw new AppError('not_found', 'There is no such channel')
        if (before.version !== version) throw new AppError('conflict', 'This channel has changed since you opened it')
        if (type !== null && before.gone_at !== null) throw new AppError('conflict', 'This channel was deleted in Discord')
        const kind = DiscordChannel.shape.kind.parse(before.kind)
        if (type !== null && !fitsKind(type, kind)) throw new AppError('invalid_input', wrongKind(type), 'type')
        await repo.setChannelType(tx, channelId, type)
        await recordAudit(tx, actor, 'discord.channel-typed', {
          subjectType: 'discord',
          subjectId: channelId,
          before: { name: before.name, type: before.type },
          after: { name: before.name, type },
        })
        const [channel] = await repo.readChannels(tx, { ids: [channelId] })
        if (!channel) throw new Error(`channel ${channelId} was just written and is gone`)
        const change = { channelId, guildId: channel.guildId, kind, was: DiscordChannelType.nullable().parse(before.type), type }
        if (before.type !== type) await happened('channelTyped', tx, change)
        await emitAll(await discordChanges(tx, { guildId: channel.guildId, channels: [channelId] }))
        return channel
      }),

    setRoleType: (actor: Actor, roleId: string, { type, version }: Typed<DiscordRoleType>): Promise<DiscordRole> =>
      inTransaction(db, publish, async (tx, _emit, _after, emitAll) => {
        const before = await repo.lockRole(tx, roleId)
        if (!before) throw new AppError('not_found', 'There is no such role')
        if (before.version !== version) throw new AppError('conflict', 'This role has changed since you opened it')
        if (type !== 'OTHER' && before.gone_at !== null) throw new AppError('conflict', 'This role was deleted in Discord')
        if (isPowerful(before.permissions) && !isAllowed(admin, actor.subject)) {
          throw new AppError('forbidden', `${before.name} gives power over the Discord server: only an admin decides what it stands for`)
        }
        await repo.setRoleType(tx, roleId, type).catch((error: unknown): never => {
          if (!violates(error, 'discord_roles_patrol_notify_led_by_portal')) throw error
          throw new AppError('conflict', 'Discord leads this role: members who have it belong to a department because of it', 'type')
        })
        await recordAudit(tx, actor, 'discord.role-typed', {
          subjectType: 'discord',
          subjectId: roleId,
          before: { name: before.name, type: before.type },
          after: { name: before.name, type },
        })
        const [role] = await repo.readRoles(tx, { ids: [roleId] })
        if (!role) throw new Error(`role ${roleId} was just written and is gone`)
        await emitAll(await discordChanges(tx, { guildId: role.guildId, roles: [roleId] }))
        return role
      }),
  }
}

const noSuchGuild = () => new AppError('not_found', 'The bot is not in this Discord server')
const wrongKind = (type: DiscordChannelType): string =>
  type === 'TicketsCategory' ? 'Tickets need a text channel or a category' : 'Only a text or announcement channel can be used for that'

const LEAVE_GUILD = { kind: 'guild.leave', payload: z.object({ name: z.string() }) } as const

export const leaveGuild: ErrandKind<typeof LEAVE_GUILD.payload, true> = {
  ...LEAVE_GUILD,
  access: discordAdmin,
  titles: async (_db, errands) => errands.map(({ payload }) => `Leave ${payload.name}`),
  run: async (discord, { guildId }) => {
    if (guildId === null) return undefined
    await discord.leaveGuild(guildId)
    return true
  },
}
