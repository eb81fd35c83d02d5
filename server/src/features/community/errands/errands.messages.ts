import { z } from 'zod'
import type { WrittenMessage } from './errands.types.ts'

const Id = z.string().regex(/^\d{1,20}$/)
/** Without what the database can't store. */
const Words = z.string().transform((text) => text.replaceAll('\0', '').toWellFormed())

/** A message as REST and the gateway send it. */
export const MessageJson = z.object({
  id: Id,
  type: z.int().default(0),
  author: z.object({ id: Id, username: Words, global_name: Words.nullish(), bot: z.boolean().default(false) }),
  /** Only the gateway sends it. */
  member: z.object({ nick: Words.nullish() }).optional(),
  content: Words,
  attachments: z.array(z.unknown()).default([]),
  timestamp: z.coerce.date(),
  edited_timestamp: z.coerce.date().nullish(),
})

/** Messages and replies. The others are Discord's own: someone was added, a message was pinned. */
const WRITTEN = new Set([0, 19])

export const toWritten = (message: z.output<typeof MessageJson>): WrittenMessage => ({
  messageId: message.id,
  discordId: message.author.id,
  displayName: message.member?.nick ?? message.author.global_name ?? message.author.username,
  isByPerson: !message.author.bot && WRITTEN.has(message.type),
  text: message.content,
  attachments: message.attachments.length,
  at: message.timestamp,
  editedAt: message.edited_timestamp ?? null,
})
