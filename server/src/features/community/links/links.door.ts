import type { BodyOf, DiscordJoining, saveDiscordJoining } from '@tenfour/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { FindClient } from './links.service.ts'

/** A Discord server whose members may join. */
export type JoiningGuild = { readonly guildId: string; readonly name: string }

const LETS_JOIN = sql`g.lets_join and g.left_at is null and (select is_on from discord_joining)`

/** The servers whose members may join, those first on which the bot has seen this Discord account; none while joining is off. */
export async function joiningGuilds(db: Db, discordId: string | null = null): Promise<JoiningGuild[]> {
  const { rows } = await sql<JoiningGuild>`
    select g.id as "guildId", g.name from discord_guilds g where ${LETS_JOIN}
    order by exists (select from discord_members m where m.guild_id = g.id and m.discord_id = ${discordId}::text) desc, g.joined_at, g.id`.execute(
    db,
  )
  return rows
}

/** Whether members of a server may join at this moment. Until the transaction ends, nobody changes who may. */
export async function lockDoor(tx: Tx, guildId: string): Promise<boolean> {
  await sql`select from discord_joining for share`.execute(tx)
  const { rows } = await sql`select from discord_guilds g where g.id = ${guildId} and ${LETS_JOIN}`.execute(tx)
  return rows.length > 0
}

/** Lets members of the community's Discord servers join by themselves, or nobody. */
export function createDoor({ db, client: findClient }: { readonly db: Db; readonly client: FindClient }) {
  const get = async (): Promise<DiscordJoining> => {
    const [client, row, { rows: guilds }] = await Promise.all([
      findClient(),
      db
        .selectFrom('discord_joining as j')
        .leftJoin('users as u', 'u.id', 'j.changed_by')
        .select(['j.is_on', 'j.version', 'j.changed_at', 'u.id as userId', 'u.name'])
        .executeTakeFirstOrThrow(),
      sql<DiscordJoining['guilds'][number]>`
        select g.id as "guildId", g.name, g.lets_join as "letsJoin", g.left_at is not null as "hasLeft" from discord_guilds g
        where g.left_at is null or g.lets_join order by g.left_at is not null, g.joined_at, g.id`.execute(db),
    ])
    return {
      isOn: row.is_on,
      hasClient: client !== null,
      guilds,
      changedAt: row.changed_at?.toISOString() ?? null,
      changedBy: row.userId === null || row.name === null ? null : { userId: row.userId, name: row.name },
      version: row.version,
    }
  }

  return {
    get,

    save: async (actor: Actor, { isOn, guildIds, version }: BodyOf<typeof saveDiscordJoining>): Promise<DiscordJoining> => {
      const wanted = [...new Set(guildIds)]
      if (isOn && wanted.length === 0) throw new AppError('invalid_input', 'Tick a Discord server whose members may join', 'guildIds')
      if (isOn && (await findClient()) === null)
        throw new AppError('conflict', 'Nobody can sign in with Discord yet: enter the client ID and the client secret first', 'isOn')
      await db.transaction().execute(async (tx) => {
        const before = await tx.selectFrom('discord_joining').select('is_on').where('version', '=', version).forUpdate().executeTakeFirst()
        if (!before) throw new AppError('conflict', 'Who may join with Discord has changed since you opened it')
        const { rows: known } = await sql<{ id: string; name: string; letsJoin: boolean; hasLeft: boolean }>`
          select id, name, lets_join as "letsJoin", left_at is not null as "hasLeft" from discord_guilds
          where id = any(${wanted}::text[]) or lets_join order by id for update`.execute(tx)
        wanted.forEach((id, index) => {
          const guild = known.find((each) => each.id === id)
          if (!guild || (guild.hasLeft && !guild.letsJoin))
            throw new AppError('invalid_input', 'The bot is not in this Discord server', `guildIds.${index}`)
        })
        await sql`update discord_guilds set lets_join = not lets_join where lets_join <> (id = any(${wanted}::text[]))`.execute(tx)
        await tx
          .updateTable('discord_joining')
          .set({ is_on: isOn, version: version + 1, changed_at: sql<Date>`now()`, changed_by: actor.userId })
          .execute()
        const names = (pick: (guild: (typeof known)[number]) => boolean) => known.filter(pick).map(({ name }) => name)
        await recordAudit(tx, actor, 'discord.joining-changed', {
          subjectType: 'discord',
          subjectId: 'joining',
          before: { isOn: before.is_on, servers: names(({ letsJoin }) => letsJoin) },
          after: { isOn, servers: names(({ id }) => wanted.includes(id)) },
        })
      })
      return get()
    },
  }
}
