import type { Packet } from './bot.packets.ts'
import type { BotPart, DiscordMessageSeen } from './bot.port.ts'

type Tell = (what: (part: BotPart) => Promise<void> | undefined) => void

/** Messages and threads are not written down here: the parts that use them are told. */
export function createSightings(tell: Tell) {
  /** The channel that an open thread belongs to, which a message does not say. */
  const parents = new Map<string, string>()

  const thread = ({ id, parent_id, thread_metadata }: Packet<'THREAD_CREATE'>): void => {
    if (!thread_metadata?.archived) {
      if (parent_id) parents.set(id, parent_id)
      return
    }
    if (parents.delete(id)) tell((part) => part.threadEnded?.(id, 'archived'))
  }
  const see = (message: DiscordMessageSeen): void => tell((part) => part.messageSeen?.(message))

  return {
    thread,
    threads: (all: readonly Packet<'THREAD_CREATE'>[]): void => all.forEach(thread),
    threadDeleted: ({ id }: Packet<'THREAD_DELETE'>): void => {
      parents.delete(id)
      tell((part) => part.threadEnded?.(id, 'deleted'))
    },
    /** Discord also sends an update when it adds a preview: then there is no text in it. */
    message: ({ id, channel_id, guild_id, author, member, content, attachments, timestamp }: Packet<'MESSAGE_UPDATE'>): void => {
      if (guild_id === undefined || author === undefined || content === undefined) return
      see({
        messageId: id,
        channelId: channel_id,
        parentId: parents.get(channel_id) ?? null,
        guildId: guild_id,
        discordId: author.id,
        displayName: member?.nick ?? author.global_name ?? author.username,
        isBot: author.bot,
        text: content.replaceAll('\0', '').toWellFormed(),
        attachments: attachments.length,
        at: timestamp === undefined ? new Date() : new Date(timestamp),
      })
    },
    messageDeleted: ({ id, channel_id, guild_id }: Packet<'MESSAGE_DELETE'>): void => {
      if (guild_id === undefined) return
      see({
        messageId: id,
        channelId: channel_id,
        parentId: parents.get(channel_id) ?? null,
        guildId: guild_id,
        discordId: '',
        displayName: '',
        isBot: false,
        text: null,
        attachments: 0,
        at: new Date(),
      })
    },
  }
}
