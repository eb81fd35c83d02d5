import type { SupportRole } from '@tenfour/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { mayMentionAll } from '../discord/discord.port.ts'

type Row = Omit<SupportRole, 'problem'> & {
  readonly isMentionable: boolean | null
  readonly isGone: boolean | null
  readonly botPermissions: string
}

async function readRoles(db: Db | Tx, guildId?: string): Promise<SupportRole[]> {
  const { rows } = await sql<Row>`
    select g.id as "guildId", g.name as server, g.support_role_id as "roleId", g.bot_permissions as "botPermissions",
      chosen.is_mentionable as "isMentionable", chosen.gone_at is not null as "isGone",
      coalesce((select json_agg(json_build_object('roleId', r.id, 'name', r.name) order by r.position desc, r.id) from discord_roles r
        where r.guild_id = g.id and r.id <> g.id and not r.is_managed and (r.gone_at is null or r.id = g.support_role_id)), '[]') as roles
    from discord_guilds g left join discord_roles chosen on chosen.id = g.support_role_id
    where g.left_at is null and ${guildId === undefined ? sql`true` : sql`g.id = ${guildId}`} order by g.joined_at, g.id`.execute(db)
  return rows.map(({ isMentionable, isGone, botPermissions, ...row }) => ({
    ...row,
    problem: row.roleId === null ? '' : isGone ? GONE : isMentionable || mayMentionAll(botPermissions) ? '' : NOT_MENTIONABLE,
  }))
}
const GONE = 'This role was deleted in Discord. Choose another.'
const NOT_MENTIONABLE =
  'Members with this role are not added: in Server Settings, Roles, open the role and switch on "Allow anyone to @mention this role".'

/** The roles that take care of tickets. Discord shows a private thread to members who are added to it, and to those with Manage Threads. */
export function createSupportRoles(db: Db) {
  return {
    list: () => readRoles(db),
    set: (actor: Actor, guildId: string, roleId: string | null): Promise<SupportRole> =>
      db.transaction().execute(async (tx) => {
        const before = (
          await sql<{ id: string | null; name: string | null }>`
          select g.support_role_id as id, r.name from discord_guilds g left join discord_roles r on r.id = g.support_role_id
          where g.id = ${guildId} and g.left_at is null for update of g`.execute(tx)
        ).rows[0]
        if (!before) throw new AppError('not_found', 'The bot is not in this Discord server')
        const chosen = roleId === null ? null : (await readRoles(tx, guildId))[0]?.roles.find((each) => each.roleId === roleId)
        if (chosen === undefined) throw new AppError('invalid_input', 'This Discord server has no such role', 'roleId')
        await sql`update discord_guilds set support_role_id = ${roleId} where id = ${guildId}`.execute(tx)
        await recordAudit(tx, actor, 'discord.support-role-set', {
          subjectType: 'discord',
          subjectId: guildId,
          before: { role: before.name },
          after: { role: chosen?.name ?? null },
        })
        const [saved] = await readRoles(tx, guildId)
        if (!saved) throw new Error(`server ${guildId} was just written and is gone`)
        return saved
      }),
  }
}
