import type { Announcement } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Reactions } from '../../../platform/reactions.ts'
import { cutWords, escapeText } from '../../../platform/discord-text.ts'
import { currentAnnouncements } from '../../people/announcements/announcements.port.ts'
import type { OutgoingMessage } from '../errands/errands.port.ts'
import { channelsOfType } from '../discord/discord.port.ts'
import { keepPost } from './posts.keep.ts'

/** Characters that Discord takes in the box of a message with a title. */
const MAX_BODY = 4096
const COLOR = 0x3b82f6

const subjectOf = (announcementId: number): string => `announcement:${announcementId}`

export function announcementMessage({ title, body, author }: Announcement, portalUrl: string | undefined): OutgoingMessage {
  const by = `\n\n${escapeText(author.name)}`
  const more = portalUrl === undefined ? '' : `\n${portalUrl}/user/home`
  const isWhole = body.length + by.length <= MAX_BODY
  return { title, text: isWhole ? `${body}${by}` : `${cutWords(body, MAX_BODY - by.length - more.length)}${more}${by}`, color: COLOR }
}

/** Posts announcements for everyone in the channels for announcements. */
export function createAnnouncementPosts({ portalUrl }: { readonly portalUrl: string | undefined }) {
  const remove = async (tx: Tx, announcementId: number): Promise<void> => {
    const subject = subjectOf(announcementId)
    const posts = await tx.selectFrom('discord_posts').select('channel_id').where('subject', '=', subject).orderBy('channel_id').execute()
    for (const { channel_id } of posts) await keepPost(tx, { channelId: channel_id, subject, message: null })
  }
  const post = async (tx: Tx, announcement: Announcement, channelIds: readonly string[]): Promise<void> => {
    const message = announcementMessage(announcement, portalUrl)
    for (const channelId of channelIds) await keepPost(tx, { channelId, subject: subjectOf(announcement.announcementId), message })
  }
  const channelIdsOf = async (tx: Tx | Db) =>
    (await channelsOfType(tx, ['CommunityAnnouncements'])).map(({ channelId }) => channelId).toSorted()
  const isFor = ({ department, expiresAt }: Announcement) =>
    department === null && (expiresAt === null || Date.parse(expiresAt) > Date.now())

  return {
    /** Runs in the transaction that writes, changes or deletes the announcement, which is null once deleted. */
    announcementChanged: (async (tx, announcementId, announcement) => {
      if (announcement && isFor(announcement)) await post(tx, announcement, await channelIdsOf(tx))
      else await remove(tx, announcementId)
    }) satisfies Reactions['announcementChanged'],

    channelTyped: (async (tx, { channelId, was, type }) => {
      if (type === 'CommunityAnnouncements') {
        for (const announcement of (await currentAnnouncements(tx)).toReversed()) await post(tx, announcement, [channelId])
      } else if (was === 'CommunityAnnouncements') {
        const posts = await tx
          .selectFrom('discord_posts')
          .select('subject')
          .where('channel_id', '=', channelId)
          .where('subject', 'like', 'announcement:%')
          .orderBy('subject')
          .execute()
        for (const { subject } of posts) await keepPost(tx, { channelId, subject, message: null })
      }
    }) satisfies Reactions['channelTyped'],

    /** Removes expired announcements, and posts those that are missing. */
    reconcile: async (db: Db): Promise<void> => {
      const { rows } = await sql<{ id: number; isCurrent: boolean }>`
        with wanted as (
          select a.id, a.created_at from announcements a
          where a.deleted_at is null and a.department_id is null and (a.expires_at is null or a.expires_at > now())),
        -- As many as are current anywhere in the portal. Older ones stay where they are, and are not posted anew.
        newest as (select id from wanted order by created_at desc, id desc limit 100),
        places as (
          select c.id from discord_channels c join discord_guilds g on g.id = c.guild_id and g.left_at is null
          where c.type = 'CommunityAnnouncements' and c.gone_at is null),
        -- Materialized, so that only subjects of announcements are read as numbers.
        posted as materialized (
          select channel_id, substr(subject, 14)::integer as id, wanted is not null as is_wanted from discord_posts where subject like 'announcement:%')
        select p.id, false as "isCurrent" from posted p where p.is_wanted and p.id not in (select id from wanted) group by 1
        union all
        select w.id, true from newest w cross join places c
          left join posted p on p.id = w.id and p.channel_id = c.id where p.is_wanted is not true group by 1
        order by 1 limit 100`.execute(db)
      if (rows.length === 0) return
      await db.transaction().execute(async (tx) => {
        const current = await currentAnnouncements(tx)
        const channelIds = await channelIdsOf(tx)
        for (const { id, isCurrent } of rows) {
          const announcement = current.find(({ announcementId }) => announcementId === id)
          if (!isCurrent) await remove(tx, id)
          else if (announcement) await post(tx, announcement, channelIds)
        }
      })
    },
  }
}
