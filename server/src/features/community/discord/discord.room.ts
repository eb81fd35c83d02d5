import type { Db, Tx } from '../../../platform/database/database.ts'
import { changeIn, type Change } from '../../../platform/database/transaction.ts'
import { streamRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import { readJobs } from '../errands/errands.port.ts'
import { readBot, readChannels, readGuilds, readRoles } from './discord.repo.ts'

export const discordRoom = (db: Db): RoomSource<'discord'> =>
  streamRoom(db, 'discord', async (tx) => ({ bot: await readBot(tx), guilds: await readGuilds(tx), jobs: await readJobs(tx) }))

/** The rows that changed, by id: rows that are still there are sent as they are now, the others as removed. */
export type DiscordChanges = {
  readonly guildId: string
  readonly isGuildChanged?: boolean
  readonly channels?: readonly string[]
  readonly roles?: readonly string[]
}

/** The events for the room, read in the transaction that makes the change. */
export async function discordChanges(tx: Tx, { guildId, isGuildChanged, channels = [], roles = [] }: DiscordChanges): Promise<Change[]> {
  const guilds = isGuildChanged ? await readGuilds(tx, [guildId]) : []
  const channelsNow = channels.length > 0 ? await readChannels(tx, { ids: channels }) : []
  const rolesNow = roles.length > 0 ? await readRoles(tx, { ids: roles }) : []
  const removedChannels = without(
    channels,
    channelsNow.map(({ channelId }) => channelId),
  )
  const removedRoles = without(
    roles,
    rolesNow.map(({ roleId }) => roleId),
  )
  return [
    ...guilds.map((guild) => changeIn('discord', {}, 'guild.saved', guild)),
    ...(isGuildChanged && guilds.length === 0 ? [changeIn('discord', {}, 'guild.removed', { guildId })] : []),
    ...channelsNow.map((channel) => changeIn('discord', {}, 'channel.saved', channel)),
    ...removedChannels.map((channelId) => changeIn('discord', {}, 'channel.removed', { guildId, channelId })),
    ...rolesNow.map((role) => changeIn('discord', {}, 'role.saved', role)),
    ...removedRoles.map((roleId) => changeIn('discord', {}, 'role.removed', { guildId, roleId })),
  ]
}

/** The events for the room after this account was linked or unlinked: its servers have another number of linked members. */
export async function linkedChanges(tx: Tx, discordId: string): Promise<Change[]> {
  const rows = await tx.selectFrom('discord_members').select('guild_id').where('discord_id', '=', discordId).orderBy('guild_id').execute()
  const guilds =
    rows.length === 0
      ? []
      : await readGuilds(
          tx,
          rows.map(({ guild_id }) => guild_id),
        )
  return guilds.map((guild) => changeIn('discord', {}, 'guild.saved', guild))
}

function without(all: readonly string[], present: readonly string[]): string[] {
  const there = new Set(present)
  return all.filter((id) => !there.has(id))
}

export const botChange = async (tx: Tx): Promise<Change> => changeIn('discord', {}, 'bot.changed', await readBot(tx))
