import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { cutWords, escapeText } from '../../../platform/discord-text.ts'

/** Notices shown in one message; further ones are only counted. */
const MAX_NOTICES = 5
const MAX_NOTICE = 350

const About = z.object({ kind: z.literal('notice'), noticeId: z.int() })
type Row = {
  readonly title: string
  readonly text: string
  readonly path: string | null
  readonly isPrivate: boolean
  readonly discordId: string
}

/** The text of a direct message with these notices, without those that are read; null if none is left or the member wants none. */
export async function wordNotices(
  db: Db,
  userId: number,
  abouts: readonly unknown[],
  portalUrl: string | undefined,
): Promise<{ discordId: string; text: string } | null> {
  const ids = abouts.flatMap((value) => About.safeParse(value).data?.noticeId ?? [])
  const { rows } = await sql<Row>`
    select n.title, n.text, n.path, n.is_private as "isPrivate", l.discord_id as "discordId"
    from notices n join discord_links l on l.user_id = n.user_id
    join discord_preferences p on p.user_id = n.user_id and p.sends_notices
    join users u on u.id = n.user_id and u.disabled_at is null and u.deleted_at is null
    where n.user_id = ${userId} and n.id = any(${ids}::bigint[]) and n.read_at is null order by n.id`.execute(db)
  const [first] = rows
  if (!first) return null
  const shown = rows.slice(0, MAX_NOTICES).map((row) => wordNotice(row, portalUrl))
  const more = rows.length - shown.length
  const rest = more > 0 ? [`and ${more} more in the portal${linkTo('/user/home', portalUrl)}`] : []
  return { discordId: first.discordId, text: [...shown, ...rest].join('\n\n') }
}

function wordNotice({ title, text, path, isPrivate }: Row, portalUrl: string | undefined): string {
  if (isPrivate) return `**You have a notice in the portal**${linkTo(path ?? '/user/home', portalUrl)}`
  const parts = [`**${escapeText(cutWords(title, 100))}**`, escapeText(cutWords(text, MAX_NOTICE - 150))].filter((part) => part !== '')
  return parts.join('\n') + (path === null ? '' : linkTo(path, portalUrl))
}

/** A link to a page, in angle brackets, for which Discord shows no preview. */
const linkTo = (path: string, portalUrl: string | undefined): string => (portalUrl === undefined ? '' : `\n<${portalUrl}${path}>`)
