import type { Db } from '../../../platform/database/database.ts'

/** '#general', or words where it is gone or a thread. */
export async function channelNames(db: Db, channelIds: readonly string[]): Promise<(channelId: string) => string> {
  const rows =
    channelIds.length === 0
      ? []
      : await db
          .selectFrom('discord_channels')
          .select(['id', 'name'])
          .where('id', 'in', [...channelIds])
          .execute()
  const names = new Map(rows.map(({ id, name }) => [id, `#${name}`]))
  return (channelId) => names.get(channelId) ?? 'a thread'
}
