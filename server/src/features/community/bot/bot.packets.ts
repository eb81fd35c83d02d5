import { z } from 'zod'
import { MessageJson } from '../errands/errands.port.ts'

/** Names from Discord may hold characters that the database can't store. */
const Name = z.string().transform((text) => text.replaceAll('\0', '').toWellFormed())
const Id = z.string().regex(/^\d{1,20}$/)
const Bits = z.string().regex(/^\d{1,30}$/)

export const User = z.object({ id: Id, username: Name, global_name: Name.nullish(), bot: z.boolean().default(false) })
export const Member = z.object({
  user: User,
  nick: Name.nullish(),
  roles: z.array(Id).default([]),
  joined_at: z.string().nullish(),
})
export type Member = z.output<typeof Member>

export const Role = z.object({
  id: Id,
  name: Name,
  color: z.int().default(0),
  position: z.int().default(0),
  permissions: Bits.default('0'),
  managed: z.boolean().default(false),
  mentionable: z.boolean().default(false),
})
export type Role = z.output<typeof Role>

const Overwrite = z.object({ id: Id, allow: Bits.default('0'), deny: Bits.default('0') })
export const Channel = z.object({
  id: Id,
  guild_id: Id.optional(),
  type: z.int(),
  name: Name.nullish(),
  parent_id: Id.nullish(),
  position: z.int().default(0),
  permission_overwrites: z.array(Overwrite).default([]),
})
export type Channel = z.output<typeof Channel>

/** When a message got a link preview, Discord may leave these fields out. */
const Message = MessageJson.partial({ author: true, content: true, timestamp: true }).extend({ channel_id: Id })

/** The packets of the gateway that are used, with the fields that are used. */
export const PACKETS = {
  READY: z.object({
    user: z.object({ id: Id, username: Name }),
    application: z.object({ id: Id }),
    guilds: z.array(z.object({ id: Id })),
  }),
  GUILD_CREATE: z.object({
    id: Id,
    unavailable: z.boolean().default(false),
    name: Name.default(''),
    owner_id: Id.default('0'),
    member_count: z.int().default(0),
    mfa_level: z.int().default(0),
    roles: z.array(Role).default([]),
    channels: z.array(Channel).default([]),
    /** Without archived ones. */
    threads: z.array(z.object({ id: Id })).catch([]),
    // Only the bot itself is looked up here: all members are requested in chunks.
    members: z.array(z.unknown()).default([]),
  }),
  GUILD_UPDATE: z.object({ id: Id, name: Name, owner_id: Id, mfa_level: z.int().default(0) }),
  GUILD_DELETE: z.object({ id: Id, unavailable: z.boolean().default(false) }),
  CHANNEL_CREATE: Channel,
  CHANNEL_UPDATE: Channel,
  CHANNEL_DELETE: z.object({ id: Id, guild_id: Id.optional() }),
  GUILD_ROLE_CREATE: z.object({ guild_id: Id, role: Role }),
  GUILD_ROLE_UPDATE: z.object({ guild_id: Id, role: Role }),
  GUILD_ROLE_DELETE: z.object({ guild_id: Id, role_id: Id }),
  GUILD_MEMBER_ADD: Member.extend({ guild_id: Id }),
  GUILD_MEMBER_UPDATE: Member.extend({ guild_id: Id }),
  GUILD_MEMBER_REMOVE: z.object({ guild_id: Id, user: z.object({ id: Id }) }),
  GUILD_MEMBERS_CHUNK: z.object({
    guild_id: Id,
    members: z.array(Member),
    chunk_index: z.int(),
    chunk_count: z.int(),
    nonce: z.string().optional(),
  }),
  RATE_LIMITED: z.object({ opcode: z.int(), retry_after: z.number(), meta: z.object({ guild_id: Id.optional() }).optional() }),
  THREAD_DELETE: z.object({ id: Id }),
  THREAD_UPDATE: z.object({
    id: Id,
    thread_metadata: z.object({ archived: z.boolean().default(false), locked: z.boolean().default(false) }).optional(),
  }),
  MESSAGE_CREATE: Message,
  MESSAGE_UPDATE: Message,
  MESSAGE_DELETE: z.object({ id: Id, channel_id: Id }),
  MESSAGE_DELETE_BULK: z.object({ ids: z.array(Id), channel_id: Id }),
} as const
export type PacketName = keyof typeof PACKETS
export type Packet<N extends PacketName> = z.output<(typeof PACKETS)[N]>

export const isPacketName = (name: unknown): name is PacketName => typeof name === 'string' && Object.hasOwn(PACKETS, name)
