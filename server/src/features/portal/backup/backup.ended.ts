import type { Withdrawn } from '@tenfour/contract'
import type pg from 'pg'
import type { BackupContent } from './backup.read.ts'

/** How many of each were under way in the backup, and were ended with the restore. */
export type Ended = Readonly<Record<'invitations' | 'errands' | 'mails' | 'penalties', number>>

/** Where the tables of before are, and the losses that the restore repeated. */
type Circumstances = { readonly setAside: string | null; readonly hadList: boolean; readonly withdrawn: readonly Withdrawn[] }

const RESTORED = 'A backup was restored before this was done'

/**
 * Ends what the backup had under way, so that nothing goes out twice. Sessions and one-time links are not in a backup. Errands for Discord wait
 * in the list of failed ones for a person to try them again, mails and messages for game servers are held until a person decides, and roles follow
 * the portal again once a person has looked at what would change.
 */
export async function endWhatWasUnderWay(
  client: pg.Client,
  { head }: Pick<BackupContent, 'head'>,
  { setAside, hadList, withdrawn }: Circumstances,
): Promise<Ended> {
  const count = async (text: string, values: readonly unknown[] = []) => (await client.query(text, [...values])).rowCount ?? 0
  const ended: Ended = {
    invitations: await count('update invitations set expires_at = now() where ended_at is null and expires_at > now()'),
    errands: await count(
      `update discord_errands set state = 'failed', ended_at = now(), started_at = null, problem = $1
      where state in ('waiting', 'held') and kind not in ('log.post', 'notices.send')`,
      [RESTORED],
    ),
    mails: await count(`update mails set held_at = now(), answer = $1 where state = 'waiting'`, [RESTORED]),
    penalties: await count('update penalty_messages set held_at = now() where acknowledged_at is null'),
  }
  // Lines for channels and members that were not yet sent; an errand that comes later would send them too.
  await client.query(
    `update discord_errands set state = 'dropped', ended_at = now(), started_at = null, problem = $1 where state in ('waiting', 'held')`,
    [RESTORED],
  )
  await client.query(`update backup_plan set alarm = null, on_since = case when is_on then now() end`)
  await client.query('delete from discord_lines')
  await client.query('update discord_guilds set followed_at = null where followed_at is not null')
  await client.query(`update server_links set is_online = false where is_online`)
  // Game servers know the messages that they had after the backup by their numbers, which must not come again.
  await client.query(
    `select setval(pg_get_serial_sequence('penalty_messages', 'id'), (select coalesce(max(id), 0) from penalty_messages) + 1000000)`,
  )
  await client.query('insert into restores (made_at, version, set_aside, had_list, withdrawn) values ($1, $2, $3, $4, $5)', [
    head.madeAt,
    head.version,
    setAside,
    hadList,
    JSON.stringify(withdrawn),
  ])
  await client.query(`insert into audit (action, subject_type, subject_id, after) values ('portal.restored', 'portal', 'backup', $1)`, [
    JSON.stringify({ madeAt: head.madeAt, version: head.version, ...ended, withdrawn: withdrawn.length }),
  ])
  return ended
}
