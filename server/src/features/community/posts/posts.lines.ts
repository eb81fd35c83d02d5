import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { cutWords } from '../../../platform/discord-text.ts'
import type { ErrandKind } from '../errands/errands.port.ts'
import { channelNames } from '../discord/discord.port.ts'
import { deliver, noteArrival } from './posts.direct.ts'
import { wordLines, type About } from './posts.log-labels.ts'
import { wordNotices } from './posts.notices.ts'
import type { DirectPace } from './posts.pace.ts'

/** Lines shown in one message; further ones are only counted. A raid of hundreds of members is a message every 15 seconds. */
const MAX_LINES = 15
/** Lines read for one message. The others go into the next one. */
const MAX_CLAIMED = 500
const MAX_TEXT = 2000
const REFUSED_MINUTES = 15

const PostLog = { kind: 'log.post', payload: z.object({ key: z.string() }) } as const
const SendNotices = { kind: 'notices.send', payload: z.object({ key: z.string() }) } as const

export async function logLines(tx: Tx | Db, type: 'MemberLogs' | 'GeneralLogs', guildId: string, lines: readonly About[]): Promise<void> {
  const written = lines.map((line) => JSON.stringify(line))
  await sql`select log_to_discord(${type}, ${guildId}, ${written}::text[]::jsonb[])`.execute(tx)
}

type Line = { readonly id: number; readonly about: unknown }

/** Claims the lines that wait for the target. An errand that is run again gets the same lines. */
async function claimLines(db: Db | Tx, target: string, errandId: number): Promise<Line[]> {
  await sql`update discord_lines set errand_id = ${errandId}
    where id in (select id from discord_lines where target = ${target} and errand_id is null order by id limit ${MAX_CLAIMED})
      and not exists (select from discord_lines where errand_id = ${errandId})`.execute(db)
  const { rows } = await sql<Line>`select id, about from discord_lines where errand_id = ${errandId} order by id`.execute(db)
  return rows
}

/** Deletes the lines of this errand, and asks for an errand for the lines that came since. */
async function settleLines(tx: Tx, target: string, errandId: number, isSent: boolean): Promise<void> {
  await sql`delete from discord_lines where errand_id = ${errandId}`.execute(tx)
  if (isSent) {
    await sql`insert into discord_pace (target) values (${target}) on conflict (target) do update set sent_at = now(),
      since = case when discord_pace.since < now() - interval '1 hour' then now() else discord_pace.since end,
      messages = case when discord_pace.since < now() - interval '1 hour' then 1 else discord_pace.messages + 1 end`.execute(tx)
  }
  await sql`select ask_for_lines(target) from discord_lines where target = ${target} and errand_id is null limit 1`.execute(tx)
}

/** The bot may not write in this channel: the lines wait, and new lines do not cause another attempt before the pause is over. */
async function putOffLines(tx: Tx, target: string, errandId: number): Promise<void> {
  await sql`update discord_lines set errand_id = null where errand_id = ${errandId}`.execute(tx)
  await sql`insert into discord_pace (target, sent_at) values (${target}, now() + make_interval(mins => ${REFUSED_MINUTES}))
    on conflict (target) do update set sent_at = excluded.sent_at`.execute(tx)
}

type Deps = { readonly db: Db; readonly portalUrl: string | undefined; readonly pace: DirectPace }

export function lineErrands({ db, portalUrl, pace }: Deps): readonly ErrandKind[] {
  const log: ErrandKind<typeof PostLog.payload, 'sent' | 'nothing'> = {
    ...PostLog,
    titles: async (on, errands) => {
      const names = await channelNames(
        on,
        errands.map(({ payload }) => idOf(payload.key)),
      )
      return errands.map(({ payload }) => `Post events in ${names(idOf(payload.key))}`)
    },
    run: async (discord, { errandId, payload: { key } }) => {
      const lines = await claimLines(db, key, errandId)
      if (lines.length === 0) return undefined
      // The channel may have been this log by mistake: its lines are not posted for others to read.
      if (!(await isStillLog(db, key))) return 'nothing'
      const words = await wordLines(
        db,
        lines.map(({ about }) => about),
      )
      if (words.length === 0) return 'nothing'
      const more = words.length - MAX_LINES
      const rest = more > 0 ? `\nand ${more} more` : ''
      const text = cutWords(words.slice(0, MAX_LINES).join('\n'), MAX_TEXT - rest.length) + rest
      await discord.sendMessage(idOf(key), { text }, `log-${errandId}`)
      return 'sent'
    },
    settle: (tx, { errandId, payload }, outcome) => settleLines(tx, payload.key, errandId, outcome === 'sent'),
    failed: (tx, { errandId, payload }) => putOffLines(tx, payload.key, errandId),
  }
  const notices: ErrandKind<typeof SendNotices.payload, { discordId: string; channelId: string } | 'nothing'> = {
    ...SendNotices,
    keepsItsWork: true,
    titles: async (on, errands) => {
      const ids = errands.map(({ payload }) => Number(idOf(payload.key)))
      const users = ids.length === 0 ? [] : await on.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
      return ids.map((id) => `Send notices to ${users.find((user) => user.id === id)?.name ?? 'a former member'}`)
    },
    run: async (discord, { errandId, payload: { key } }) => {
      const lines = await claimLines(db, key, errandId)
      if (lines.length === 0) return undefined
      const message = await wordNotices(
        db,
        Number(idOf(key)),
        lines.map(({ about }) => about),
        portalUrl,
      )
      if (!message) return 'nothing'
      const { discordId, text } = message
      const channelId = await deliver({ db, discord, pace }, { discordId, message: { text }, nonce: `notices-${errandId}` })
      return channelId === null ? 'nothing' : { discordId, channelId }
    },
    settle: async (tx, { errandId, payload }, arrived) => {
      if (arrived !== 'nothing') await noteArrival(tx, arrived)
      await settleLines(tx, payload.key, errandId, arrived !== 'nothing')
    },
    // The notices stay with this errand, so that only staff can retry them. An errand that is given up before it ran takes its notices along.
    failed: async (tx, { errandId, payload }) => void (await claimLines(tx, payload.key, errandId)),
  }
  return [log, notices]
}

/** Whether the channel is still the kind of log that the lines were written for. */
const isStillLog = async (db: Db, target: string): Promise<boolean> => {
  const [type = '', channelId = ''] = target.split(':')
  const channel = await db
    .selectFrom('discord_channels')
    .select('id')
    .where('id', '=', channelId)
    .where('type', '=', type)
    .where('gone_at', 'is', null)
    .executeTakeFirst()
  return channel !== undefined
}

const idOf = (target: string): string => target.slice(target.indexOf(':') + 1)
