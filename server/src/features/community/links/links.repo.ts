import type { DiscordLink } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { DiscordUser } from './links.oauth.ts'

export type LinkRow = DiscordLink & { readonly userId: number; readonly discordId: string }

const COLUMNS = ['user_id', 'discord_id', 'username', 'display_name', 'linked_at', 'how'] as const
type Row = { user_id: number; discord_id: string; username: string; display_name: string; linked_at: Date; how: string }

const fromRow = ({ user_id, discord_id, username, display_name, linked_at, how }: Row): LinkRow => ({
  userId: user_id,
  discordId: discord_id,
  username,
  displayName: display_name,
  linkedAt: linked_at.toISOString(),
  how: how === 'command' ? 'command' : 'page',
})

export async function linkOf(db: Db | Tx, userId: number): Promise<LinkRow | null> {
  const row = await db.selectFrom('discord_links').select(COLUMNS).where('user_id', '=', userId).executeTakeFirst()
  return row ? fromRow(row) : null
}

export async function linkOfDiscord(db: Db | Tx, discordId: string): Promise<LinkRow | null> {
  const row = await db.selectFrom('discord_links').select(COLUMNS).where('discord_id', '=', discordId).executeTakeFirst()
  return row ? fromRow(row) : null
}

/** Undefined if the member has a link already. Fails on `discord_links_discord_id_key` if the Discord account is another member's. */
export async function insertLink(
  tx: Tx,
  userId: number,
  { discordId, username, displayName }: DiscordUser,
  how: DiscordLink['how'],
): Promise<LinkRow | undefined> {
  const row = await tx
    .insertInto('discord_links')
    .values({ user_id: userId, discord_id: discordId, username, display_name: displayName, how })
    .onConflict((oc) => oc.column('user_id').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && fromRow(row)
}

/** False if the Discord account, or the member, has a link already. */
export async function insertFreeLink(tx: Tx, userId: number, { discordId, username, displayName }: DiscordUser): Promise<boolean> {
  const row = await tx
    .insertInto('discord_links')
    .values({ user_id: userId, discord_id: discordId, username, display_name: displayName, how: 'page' })
    .onConflict((oc) => oc.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Updates the names of a linked account to those that Discord has now. */
export async function renameLink(db: Db, { discordId, username, displayName }: DiscordUser): Promise<void> {
  await sql`update discord_links set username = ${username}, display_name = ${displayName}
    where discord_id = ${discordId} and (username, display_name) is distinct from (${username}, ${displayName})`.execute(db)
}

export async function deleteLink(tx: Tx, userId: number): Promise<LinkRow | undefined> {
  const row = await tx.deleteFrom('discord_links').where('user_id', '=', userId).returning(COLUMNS).executeTakeFirst()
  return row && fromRow(row)
}

/** Ends what was opened through the link, except the session that unlinks it. */
export async function endDiscordSessions(tx: Tx, userId: number, exceptId: number): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('user_id', '=', userId)
    .where('kind', '=', 'discord')
    .where('revoked_at', 'is', null)
    .where('id', '<>', exceptId)
    .execute()
}
