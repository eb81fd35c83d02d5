import type { FastifyBaseLogger } from 'fastify'
import { createTurns } from '../../../platform/turns.ts'
import { toWritten } from '../errands/errands.port.ts'
import type { Packet } from './bot.packets.ts'
import type { BotPart, MessageReader } from './bot.port.ts'

type Deps = {
  readonly parts: readonly BotPart[]
  readonly log: FastifyBaseLogger
  readonly isClosed: () => boolean
  /** Readers could not even be told that they missed a message. */
  readonly onBroken: (error: unknown) => void
}

/** More messages than this wait only if they arrive faster than they are stored. */
export const MAX_MESSAGES_WAITING = 500

/**
 * Passes messages on to the readers that follow the channel. They are in order within a channel, and apart from other changes, so that a busy
 * channel holds up nothing but itself.
 */
export function createMessageFeed({ parts, log, isClosed, onBroken }: Deps) {
  const turns = createTurns<string>()
  const missed = new Set<string>()
  let waiting = 0

  const tell = (channelId: string, what: (reader: MessageReader) => Promise<void>): void => {
    const readers = parts.flatMap(({ messages }) => (messages?.follows(channelId) ? [messages] : []))
    if (readers.length === 0) return
    if (waiting >= MAX_MESSAGES_WAITING) return miss(channelId, readers)
    waiting += 1
    void turns.inTurn(channelId, async () => {
      for (const reader of readers) {
        if (isClosed()) break
        try {
          await what(reader)
        } catch (error) {
          log.error({ err: error }, 'a message in Discord could not be passed on')
          miss(channelId, readers)
        }
      }
      waiting -= 1
    })
  }
  /** Tells readers once, after the messages that wait, that they missed some. */
  const miss = (channelId: string, readers: readonly MessageReader[]): void => {
    if (missed.has(channelId)) return
    missed.add(channelId)
    turns
      .inTurn(channelId, async () => {
        missed.delete(channelId)
        for (const reader of readers) if (!isClosed()) await reader.missed(channelId)
      })
      .catch(onBroken)
  }

  return {
    /** Discord also sends an update when it adds a link preview, which may come without text. */
    message: ({ channel_id, author, content, timestamp, ...rest }: Packet<'MESSAGE_CREATE'>): void => {
      if (author === undefined || content === undefined || timestamp === undefined) return
      tell(channel_id, (reader) => reader.seen(channel_id, toWritten({ ...rest, author, content, timestamp })))
    },
    messageDeleted: ({ id, channel_id }: Packet<'MESSAGE_DELETE'>): void => tell(channel_id, (reader) => reader.deleted(channel_id, [id])),
    messagesDeleted: ({ ids, channel_id }: Packet<'MESSAGE_DELETE_BULK'>): void =>
      tell(channel_id, (reader) => reader.deleted(channel_id, ids)),
  }
}
