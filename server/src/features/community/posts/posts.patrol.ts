import { isAllowed, PATROL_NOTICE_MINUTES, PatrolNoticeInput, sendPatrolNotice, type PatrolNotices } from '@tenfour/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { escapeText } from '../../../platform/discord-text.ts'
import type { Answer, BotPart, DiscordCall } from '../bot/bot.port.ts'
import { channelsOfType, mayMentionAll, type TypedChannel } from '../discord/discord.port.ts'
import { actorOf } from '../links/links.port.ts'
import { sendOnce } from './posts.keep.ts'

const TYPES = ['CommunityAnnouncements', 'Text'] as const
type Place = Omit<TypedChannel, 'botPermissions'> & {
  readonly role: {
    readonly id: string
    readonly name: string
    /** If false, Discord shows the name of the role and pings nobody. */
    readonly isPinged: boolean
  } | null
}
export type PatrolNoticeService = ReturnType<typeof createPatrolNotices>

/** Posts that a patrol begins, and pings the role of members who want to know. No other message pings a role, except the first one of a ticket. */
export function createPatrolNotices({ db }: { readonly db: Db }) {
  const get = async (on: Db | Tx = db): Promise<PatrolNotices> => {
    const places = await placesOf(on)
    const { rows } = await sql<{ text: string; by: string; at: Date; clearUntil: Date }>`
      select n.text, u.name as by, n.at, n.clear_until as "clearUntil" from discord_patrol_notices n join users u on u.id = n.author_id
      order by n.id desc limit 1`.execute(on)
    const [last] = rows
    const servers = on.selectFrom('servers').select(['id as serverId', 'name']).where('retired_at', 'is', null).orderBy('name')
    return {
      channels: places.map(({ channelId, name, guildName, role }) => ({
        channelId,
        name,
        guildName,
        pingsRole: role?.isPinged ? role.name : null,
        unmentionableRole: role && !role.isPinged ? role.name : null,
      })),
      servers: await servers.execute(),
      last: last ? { text: last.text, by: last.by, at: last.at.toISOString() } : null,
      nextAt: last && last.clearUntil.getTime() > Date.now() ? last.clearUntil.toISOString() : null,
    }
  }

  const send = async (actor: Actor, { text, channelIds, serverId }: PatrolNoticeInput): Promise<PatrolNotices> => {
    try {
      return await db.transaction().execute(async (tx) => {
        const all = await placesOf(tx)
        const chosen = [...new Set(channelIds)].map((channelId) => {
          const place = all.find((each) => each.channelId === channelId)
          if (!place) throw new AppError('invalid_input', 'Choose channels of type Text or CommunityAnnouncements', 'channelIds')
          return place
        })
        const server = serverId === null ? null : await nameOfServer(tx, serverId)
        await tx
          .insertInto('discord_patrol_notices')
          .values({
            text,
            server_id: serverId,
            author_id: actor.userId,
            clear_until: sql<Date>`now() + make_interval(mins => ${PATROL_NOTICE_MINUTES})`,
          })
          .execute()
        for (const { channelId, role } of chosen) {
          const heading = `**Patrol${server === null ? '' : ` on ${escapeText(server)}`}**, by ${escapeText(actor.user.name)}`
          const ping = role ? { pingRoleId: role.id } : {}
          // A later message would call members to a patrol that is over.
          const until = new Date(Date.now() + PATROL_NOTICE_MINUTES * 60_000)
          await sendOnce(tx, { channelId, until, message: { text: `${role ? `<@&${role.id}> ` : ''}${heading}\n${text}`, ...ping } })
        }
        const after = { text, channels: chosen.map(({ name }) => name), serverId }
        await recordAudit(tx, actor, 'discord.patrol-notice-sent', { subjectType: 'discord', subjectId: 'patrol-notice', after })
        return get(tx)
      })
    } catch (error) {
      if (!violates(error, 'discord_patrol_notices_apart')) throw error
      const { nextAt } = await get()
      const minutes = nextAt === null ? 1 : Math.max(1, Math.ceil((Date.parse(nextAt) - Date.now()) / 60_000))
      throw new AppError(
        'too_many_attempts',
        `One patrol notice in ${PATROL_NOTICE_MINUTES} minutes: wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
      )
    }
  }
  return { get, send }
}

/** Channels for patrol notices, each with the role that is pinged there: the highest one if several have the type. */
async function placesOf(db: Db | Tx): Promise<Place[]> {
  const all = await channelsOfType(db, TYPES)
  const roles = await db
    .selectFrom('discord_roles')
    .select(['id', 'guild_id', 'name', 'is_mentionable'])
    .where('type', '=', 'PATROL_NOTIFY')
    .where('gone_at', 'is', null)
    // The role @everyone has the id of its server.
    .whereRef('id', '<>', 'guild_id')
    .orderBy('position', 'desc')
    .orderBy('id')
    .execute()
  return all.map(({ botPermissions, ...target }) => {
    const role = roles.find(({ guild_id }) => guild_id === target.guildId)
    const isPinged = role !== undefined && (role.is_mentionable || mayMentionAll(botPermissions))
    return { ...target, role: role ? { id: role.id, name: role.name, isPinged } : null }
  })
}

async function nameOfServer(tx: Tx, serverId: number): Promise<string> {
  const server = await tx.selectFrom('servers').select('name').where('id', '=', serverId).where('retired_at', 'is', null).executeTakeFirst()
  if (!server) throw new AppError('invalid_input', 'There is no such game server', 'serverId')
  return server.name
}

type BotDeps = { readonly db: Db; readonly notices: PatrolNoticeService; readonly portalUrl: string | undefined }

/** `/patrol-notice`, for members who may send one on the portal. */
export function patrolCommand({ db, notices, portalUrl }: BotDeps): BotPart {
  const run = async (call: DiscordCall, text: string): Promise<Answer> => {
    const actor = await actorOf(db, call.discordId)
    if (!actor) return { text: `Link your account first: ${portalUrl ?? ''}/user/settings` }
    if (!isAllowed(sendPatrolNotice.access, actor.subject)) return { text: 'Patrol notices are for staff and for dispatchers on duty.' }
    const places = await placesOf(db)
    const here = places.find(({ channelId }) => channelId === call.channelId) ?? places.find(({ guildId }) => guildId === call.guildId)
    if (!here) return { text: 'No channel here is for announcements. Staff can set one on the portal, under Discord.' }
    const body = PatrolNoticeInput.safeParse({ text, channelIds: [here.channelId] })
    if (!body.success) return { text: body.error.issues[0]?.message ?? 'This is not a text.' }
    await notices.send(actor, body.data)
    const sent = `Your patrol notice is on its way to <#${here.channelId}>.`
    const { role } = here
    return {
      text: role && !role.isPinged ? `${sent} It pings nobody: Discord does not let the bot mention ${escapeText(role.name)}.` : sent,
    }
  }
  return {
    commands: [
      {
        name: 'patrol-notice',
        description: 'Tell those who want to know that a patrol begins',
        options: [{ name: 'text', description: 'Where and when', kind: 'text', max: 500 }],
        run: (call, { text }) => run(call, String(text ?? '')),
      },
    ],
  }
}
