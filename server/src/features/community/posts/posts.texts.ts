import {
  DISCORD_TEXTS_SHOWN,
  type BodyOf,
  type changeDiscordText,
  type DeletedAnnouncement,
  type DiscordText,
  type listDiscordTexts,
  type ResponseOf,
  type sendDiscordText,
} from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { channelsOfType } from '../discord/discord.port.ts'
import { keepPost, restorePost } from './posts.keep.ts'

type Deps = { readonly db: Db }
export type TextService = ReturnType<typeof createTextService>

/** Messages that staff write to channels of type Text. */
export function createTextService({ db }: Deps) {
  const read = async (on: Db | Tx, textId: number): Promise<DiscordText> => {
    const [text] = await selectTexts(on, sql`and t.id = ${textId}`)
    if (!text) throw noSuchText()
    return text
  }
  return {
    list: async (): Promise<ResponseOf<typeof listDiscordTexts>> => {
      const [channels, texts, deletedAnnouncements] = await Promise.all([
        channelsOfType(db, ['Text']),
        selectTexts(db, sql``),
        selectDeletedAnnouncements(db),
      ])
      return { channels, texts, deletedAnnouncements }
    },

    send: (actor: Actor, { channelId, text }: BodyOf<typeof sendDiscordText>): Promise<DiscordText> =>
      db.transaction().execute(async (tx) => {
        const channel = (await channelsOfType(tx, ['Text'])).find((each) => each.channelId === channelId)
        if (!channel) throw new AppError('invalid_input', 'Choose a channel of type Text', 'channelId')
        const { id } = await tx
          .insertInto('discord_texts')
          .values({ channel_id: channelId, text, author_id: actor.userId })
          .returning('id')
          .executeTakeFirstOrThrow()
        await keepPost(tx, { channelId, subject: subjectOf(id), message: { text } })
        await recordAudit(tx, actor, 'discord.message-sent', { ...audited(id), after: { channel: channel.name, text } })
        return read(tx, id)
      }),

    /** Sends an announcement again that someone deleted in Discord. */
    sendAnnouncement: (actor: Actor, announcementId: number, channelId: string): Promise<Record<never, never>> =>
      db.transaction().execute(async (tx) => {
        const found = await selectDeletedAnnouncements(tx)
        const announcement = found.find((each) => each.announcementId === announcementId && each.channelId === channelId)
        if (!announcement) throw new AppError('not_found', 'This announcement is not deleted in that channel')
        const subject = `announcement:${announcementId}`
        await restorePost(tx, channelId, subject)
        const { title, channel } = announcement
        await recordAudit(tx, actor, 'discord.message-sent', { subjectType: 'discord', subjectId: subject, after: { channel, title } })
        return {}
      }),

    change: (actor: Actor, textId: number, { text, version }: BodyOf<typeof changeDiscordText>): Promise<DiscordText> =>
      db.transaction().execute(async (tx) => {
        const before = await lockText(tx, textId, version)
        if (before.deleted_at !== null)
          throw new AppError('not_found', 'This message was deleted. Only deleting it in Discord can be tried again')
        const isSentAgain = before.text === text && before.is_left === true
        await tx
          .updateTable('discord_texts')
          .set((eb) => ({
            text,
            ...(!isSentAgain && { changed_at: new Date(), changed_by: actor.userId }),
            version: eb('version', '+', 1),
          }))
          .where('id', '=', textId)
          .execute()
        await keepPost(tx, { channelId: before.channel_id, subject: subjectOf(textId), message: { text }, isAskedAgain: true })
        if (isSentAgain) await recordAudit(tx, actor, 'discord.message-sent', { ...audited(textId), after: { text } })
        else await recordAudit(tx, actor, 'discord.message-changed', { ...audited(textId), before: { text: before.text }, after: { text } })
        return read(tx, textId)
      }),

    delete: (actor: Actor, textId: number, version: number): Promise<Record<never, never>> =>
      db.transaction().execute(async (tx) => {
        const before = await lockText(tx, textId, version)
        await keepPost(tx, { channelId: before.channel_id, subject: subjectOf(textId), message: null, isAskedAgain: true })
        if (before.deleted_at !== null) return {}
        await tx
          .updateTable('discord_texts')
          .set((eb) => ({ deleted_at: new Date(), changed_by: actor.userId, version: eb('version', '+', 1) }))
          .where('id', '=', textId)
          .execute()
        await recordAudit(tx, actor, 'discord.message-deleted', { ...audited(textId), before: { text: before.text } })
        return {}
      }),
  }
}

const subjectOf = (textId: number): string => `text:${textId}`
const audited = (textId: number) => ({ subjectType: 'discord' as const, subjectId: subjectOf(textId) })
const noSuchText = () => new AppError('not_found', 'There is no such message')

/** Locks a message, also one that is deleted on the portal and that Discord did not let the bot delete. */
async function lockText(tx: Tx, textId: number, version: number) {
  const row = await tx
    .selectFrom('discord_texts as t')
    .leftJoin('discord_posts as p', (join) => join.onRef('p.channel_id', '=', 't.channel_id').on('p.subject', '=', subjectOf(textId)))
    .select(['t.channel_id', 't.text', 't.version', 't.deleted_at', 'p.problem', 'p.is_left'])
    .where('t.id', '=', textId)
    .forUpdate('t')
    .executeTakeFirst()
  if (!row || (row.deleted_at !== null && !row.problem)) throw noSuchText()
  if (row.version !== version) throw new AppError('conflict', 'This message has changed since you opened it')
  return row
}

async function selectTexts(db: Db | Tx, condition: RawBuilder<unknown>): Promise<DiscordText[]> {
  type Row = Omit<DiscordText, 'author' | 'createdAt' | 'changedAt'> & {
    authorId: number
    authorName: string
    createdAt: Date
    changedAt: Date | null
  }
  const { rows } = await sql<Row>`
    select t.id as "textId", t.channel_id as "channelId", c.name as channel, t.text, u.id as "authorId", u.name as "authorName",
      t.created_at as "createdAt", t.changed_at as "changedAt", t.version,
      coalesce(p.problem, '') as problem,
      case when t.deleted_at is not null then 'undeleted' when p.problem <> '' then 'failed' when p.is_left then 'deleted' when p.sent is not null and p.sent = p.wanted then 'sent' else 'waiting' end as state
    from discord_texts t join users u on u.id = t.author_id
    left join discord_channels c on c.id = t.channel_id and c.gone_at is null
    left join discord_posts p on p.channel_id = t.channel_id and p.subject = 'text:' || t.id
    where (t.deleted_at is null or p.problem <> '') ${condition} order by t.id desc limit ${DISCORD_TEXTS_SHOWN}`.execute(db)
  return rows.map(({ authorId, authorName, createdAt, changedAt, ...row }) => ({
    ...row,
    author: { userId: authorId, name: authorName },
    createdAt: createdAt.toISOString(),
    changedAt: changedAt?.toISOString() ?? null,
  }))
}

async function selectDeletedAnnouncements(db: Db | Tx): Promise<DeletedAnnouncement[]> {
  const { rows } = await sql<DeletedAnnouncement>`
    select substr(p.subject, 14)::integer as "announcementId", p.wanted ->> 'title' as title, c.id as "channelId", c.name as channel
    from discord_posts p join discord_channels c on c.id = p.channel_id and c.gone_at is null
    join discord_guilds g on g.id = c.guild_id and g.left_at is null
    where p.subject like 'announcement:%' and p.is_left and p.wanted is not null
    order by p.id desc limit ${DISCORD_TEXTS_SHOWN}`.execute(db)
  return rows
}
