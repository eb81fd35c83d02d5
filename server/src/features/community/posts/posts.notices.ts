import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { cutWords, escapeText } from '../../../platform/discord-text.ts'

/** Notices shown in one message; further ones are only counted. */
const MAX_NOTICES = 5
const MAX_NOTICE = 350

const AboutNotice = z.object({ kind: z.literal('notice'), noticeId: z.int() })
const AboutWaiting = z.object({ kind: z.literal('waiting'), words: z.array(z.string()) })
type Reader = { readonly discordId: string; readonly sendsNotices: boolean; readonly sendsWaiting: boolean }
type Row = {
  readonly title: string
  readonly text: string
  readonly path: string | null
  readonly isPrivate: boolean
}

/**
 * The text of a direct message with what newly waits and these notices, without those that are read; null if nothing is left or the member wants
 * none of it.
 */
export async function wordNotices(
  db: Db,
  userId: number,
  abouts: readonly unknown[],
  portalUrl: string | undefined,
): Promise<{ discordId: string; text: string } | null> {
  const reader = await readerOf(db, userId)
  if (!reader) return null
  const notices = reader.sendsNotices ? await noticesAmong(db, userId, abouts) : []
  const waiting = reader.sendsWaiting ? abouts.flatMap((value) => AboutWaiting.safeParse(value).data ?? []).at(-1) : undefined
  if (notices.length === 0 && !waiting) return null
  const shown = notices.slice(0, MAX_NOTICES).map((row) => wordNotice(row, portalUrl))
  const more = notices.length - shown.length
  const rest = more > 0 ? [`and ${more} more in the portal${linkTo('/user/home', portalUrl)}`] : []
  const first = waiting ? [wordWaiting(waiting.words, portalUrl)] : []
  return { discordId: reader.discordId, text: [...first, ...shown, ...rest].join('\n\n') }
}

async function readerOf(db: Db, userId: number): Promise<Reader | undefined> {
  const { rows } = await sql<Reader>`
    select l.discord_id as "discordId", p.sends_notices as "sendsNotices", p.sends_waiting as "sendsWaiting"
    from discord_links l join discord_preferences p on p.user_id = l.user_id
    join users u on u.id = l.user_id and u.disabled_at is null and u.deleted_at is null
    where l.user_id = ${userId}`.execute(db)
  return rows[0]
}

async function noticesAmong(db: Db, userId: number, abouts: readonly unknown[]): Promise<Row[]> {
  const ids = abouts.flatMap((value) => AboutNotice.safeParse(value).data?.noticeId ?? [])
  const { rows } = await sql<Row>`
    select title, text, path, is_private as "isPrivate" from notices
    where user_id = ${userId} and id = any(${ids}::bigint[]) and read_at is null order by id`.execute(db)
  return rows
}

const wordWaiting = (words: readonly string[], portalUrl: string | undefined): string =>
  ['**Waiting for you**', ...words.map((each) => escapeText(cutWords(each, 100)))].join('\n') + linkTo('/user/home', portalUrl)

function wordNotice({ title, text, path, isPrivate }: Row, portalUrl: string | undefined): string {
  if (isPrivate) return `**You have a notice in the portal**${linkTo(path ?? '/user/home', portalUrl)}`
  const parts = [`**${escapeText(cutWords(title, 100))}**`, escapeText(cutWords(text, MAX_NOTICE - 150))].filter((part) => part !== '')
  return parts.join('\n') + (path === null ? '' : linkTo(path, portalUrl))
}

/** A link to a page, in angle brackets, for which Discord shows no preview. */
const linkTo = (path: string, portalUrl: string | undefined): string => (portalUrl === undefined ? '' : `\n<${portalUrl}${path}>`)
