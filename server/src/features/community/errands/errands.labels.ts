import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { MISSING_PERMISSIONS, type DiscordFailure } from './errands.failures.ts'
import type { ErrandRow } from './errands.repo.ts'

type Facts = {
  readonly role: string | null
  readonly isTooHigh: boolean | null
  readonly isManaged: boolean | null
  readonly isOwner: boolean
  readonly isMemberTooHigh: boolean
}

/** Why it can't be done, with what to do about it, as far as the portal knows. */
export async function explainFailure(db: Db, { guild_id, discord_id, role_id }: ErrandRow, failure: DiscordFailure): Promise<string> {
  if (failure.code !== MISSING_PERMISSIONS || guild_id === null) return failure.message
  const { rows } = await sql<Facts>`
    select r.name as role, r.position >= g.bot_position as "isTooHigh", r.is_managed as "isManaged",
      g.owner_id = ${discord_id} as "isOwner",
      exists (select from discord_members m join discord_roles h on h.id = any(m.role_ids)
        where m.guild_id = g.id and m.discord_id = ${discord_id} and h.position >= g.bot_position) as "isMemberTooHigh"
    from discord_guilds g left join discord_roles r on r.id = ${role_id} where g.id = ${guild_id}`.execute(db)
  const [facts] = rows
  if (!facts) return failure.message
  if (role_id !== null) {
    if (facts.isManaged) return `${facts.role} belongs to an integration: nobody can give or take it.`
    if (facts.isTooHigh) return `The bot's role is below ${facts.role}. Move it up in Discord.`
    return "The bot lacks Manage Roles. Give it to the bot's role in Discord."
  }
  if (facts.isOwner) return "Discord lets nobody change the nickname of the server's owner."
  if (facts.isMemberTooHigh) return "The bot's role is below one of theirs. Move it up in Discord."
  return "The bot lacks a permission for this. See the check on the connection's page."
}
