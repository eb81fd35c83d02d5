import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

/** Discord resets the token of a bot that signs in more than 1,000 times in a day. Some are left for a person to mend it. */
const A_DAY = 900

export const BUDGET_SPENT =
  `The bot has signed in to Discord ${A_DAY} times within a day. Discord resets the token of a bot that does so more than 1,000 times, so the bot ` +
  "waits. Something keeps cutting its connection, or another program uses the same token: the portal's log says more."

/** The first part of a token is the bot's id, and no secret. */
const botOf = (token: string): string => (token.split('.')[0] ?? '').slice(0, 64)

/** Counts one more IDENTIFY, over all processes; false if there are none left today. */
export async function takeIdentify(db: Db, token: string): Promise<boolean> {
  await sql`delete from discord_identifies where at < now() - interval '1 day'`.execute(db)
  const { rows } = await sql`
    insert into discord_identifies (bot) select ${botOf(token)}
    where (select count(*) from discord_identifies where bot = ${botOf(token)}) < ${A_DAY} returning at`.execute(db)
  return rows.length > 0
}
