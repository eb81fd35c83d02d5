import { z } from 'zod'
import { invalidForm } from './api-error.ts'

/** Bodies that the bot may send, with Discord's limits. Fields that the fake does not use are accepted. */

export const Snowflake = z.string().regex(/^\d{17,20}$/, 'Value is not snowflake.')

const CODES: Record<string, string> = {
  too_big: 'BASE_TYPE_BAD_LENGTH',
  too_small: 'BASE_TYPE_BAD_LENGTH',
  invalid_type: 'BASE_TYPE_REQUIRED',
  invalid_value: 'BASE_TYPE_CHOICES',
}

/** Parses as Discord does: invalid input is answered with 50035 and the names of the fields. */
export function parseBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  throw invalidForm(parsed.error.issues.map(({ path, code, message }) => ({ path, code: CODES[code] ?? 'BASE_TYPE_INVALID', message })))
}

const Emoji = z.looseObject({ id: z.string().nullish(), name: z.string().nullish() })

const Button = z.looseObject({
  type: z.literal(2),
  style: z.int().min(1).max(6),
  label: z.string().max(80).optional(),
  custom_id: z.string().min(1).max(100).optional(),
  url: z.string().max(512).optional(),
  disabled: z.boolean().optional(),
  emoji: Emoji.optional(),
})

const Select = z.looseObject({
  type: z.literal([3, 5, 6, 7, 8]),
  custom_id: z.string().min(1).max(100),
  placeholder: z.string().max(150).optional(),
  options: z
    .array(
      z.looseObject({ label: z.string().min(1).max(100), value: z.string().min(1).max(100), description: z.string().max(100).optional() }),
    )
    .min(1)
    .max(25)
    .optional(),
  disabled: z.boolean().optional(),
})

const TextInput = z.looseObject({
  type: z.literal(4),
  custom_id: z.string().min(1).max(100),
  label: z.string().max(45).optional(),
  style: z.int().min(1).max(2),
  min_length: z.int().min(0).max(4000).optional(),
  max_length: z.int().min(1).max(4000).optional(),
  required: z.boolean().optional(),
  value: z.string().max(4000).optional(),
  placeholder: z.string().max(100).optional(),
})

const ActionRow = z.looseObject({
  type: z.literal(1),
  components: z
    .array(z.union([Button, Select]))
    .min(1)
    .max(5),
})

/** Text, sections and containers of components v2 are kept as they come. */
const Layout = z.looseObject({ type: z.int().min(9), components: z.array(z.unknown()).optional() })

const MessageComponent = z.union([ActionRow, Layout])
export type MessageComponent = z.infer<typeof MessageComponent>

/** Inputs stand in an action row, or in a label (type 18), the newer way. */
const ModalRow = z.union([
  z.looseObject({ type: z.literal(1), components: z.array(TextInput).length(1) }),
  z.looseObject({ type: z.literal(18), label: z.string().min(1).max(45), component: z.looseObject({ custom_id: z.string().max(100) }) }),
  z.looseObject({ type: z.literal(10), content: z.string() }),
])

export const Modal = z.looseObject({
  custom_id: z.string().min(1).max(100),
  title: z.string().min(1).max(45),
  components: z.array(ModalRow).min(1).max(5),
})
export type Modal = z.infer<typeof Modal>

const Embed = z.looseObject({
  title: z.string().max(256).nullish(),
  description: z.string().max(4096).nullish(),
  url: z.string().nullish(),
  color: z.int().min(0).max(0xffffff).nullish(),
  footer: z.looseObject({ text: z.string().max(2048) }).nullish(),
  author: z.looseObject({ name: z.string().max(256) }).nullish(),
  fields: z
    .array(z.looseObject({ name: z.string().min(1).max(256), value: z.string().min(1).max(1024), inline: z.boolean().optional() }))
    .max(25)
    .nullish(),
  timestamp: z.string().nullish(),
})
export type Embed = z.infer<typeof Embed>

const lengthOf = ({ title, description, footer, author, fields }: Embed): number =>
  [title, description, footer?.text, author?.name, ...(fields ?? []).flatMap(({ name, value }) => [name, value])].reduce(
    (sum, text) => sum + (text?.length ?? 0),
    0,
  )

const AllowedMentions = z
  .object({
    parse: z.array(z.enum(['users', 'roles', 'everyone'])).optional(),
    users: z.array(Snowflake).max(100).optional(),
    roles: z.array(Snowflake).max(100).optional(),
    replied_user: z.boolean().optional(),
  })
  .refine(({ parse, users }) => !(parse?.includes('users') && users?.length), {
    path: ['parse'],
    error: 'parse:["users"] and users: [ids...] are mutually exclusive.',
  })
  .refine(({ parse, roles }) => !(parse?.includes('roles') && roles?.length), {
    path: ['parse'],
    error: 'parse:["roles"] and roles: [ids...] are mutually exclusive.',
  })
export type AllowedMentions = z.infer<typeof AllowedMentions>

const customIdsOf = (components: readonly unknown[]): string[] =>
  components.flatMap((component) => {
    const { data } = z.looseObject({ custom_id: z.string().optional(), components: z.array(z.unknown()).optional() }).safeParse(component)
    return [...(data?.custom_id ? [data.custom_id] : []), ...customIdsOf(data?.components ?? [])]
  })

export const MessageBody = z.looseObject({
  content: z.string().max(2000).nullish(),
  embeds: z
    .array(Embed)
    .max(10)
    .refine((embeds) => embeds.reduce((sum, embed) => sum + lengthOf(embed), 0) <= 6000, 'Embed size exceeds maximum size of 6000')
    .nullish(),
  components: z
    .array(MessageComponent)
    .max(40)
    .refine((rows) => rows.filter(({ type }) => type === 1).length <= 5, 'Must be between 1 and 5 in length.')
    .refine((rows) => new Set(customIdsOf(rows)).size === customIdsOf(rows).length, 'Component custom id cannot be duplicated')
    .nullish(),
  allowed_mentions: AllowedMentions.nullish(),
  flags: z.int().nullish(),
  nonce: z.union([z.string().max(25), z.int()]).nullish(),
  enforce_nonce: z.boolean().nullish(),
  message_reference: z.looseObject({ message_id: Snowflake.optional(), fail_if_not_exists: z.boolean().optional() }).nullish(),
  attachments: z.array(z.looseObject({ id: z.union([z.string(), z.int()]), filename: z.string().optional() })).nullish(),
})
export type MessageBody = z.infer<typeof MessageBody>

/** Permissions come as a decimal string, or from older clients as a number. */
const Bits = z.union([z.string().regex(/^\d+$/), z.int().nonnegative()]).transform((bits) => BigInt(bits))

/** Null means that Discord chooses. */
const orDefault = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined)

const OverwriteBody = z.object({ id: Snowflake, type: z.literal([0, 1]), allow: Bits.default(0n), deny: Bits.default(0n) })

export const ChannelBody = z.looseObject({
  name: z.string().min(1).max(100).optional(),
  type: z.int().optional(),
  topic: z.string().max(1024).nullish(),
  parent_id: Snowflake.nullish(),
  position: orDefault(z.int().nonnegative()),
  permission_overwrites: z.array(OverwriteBody).nullish(),
})

export const ThreadBody = z.looseObject({
  name: z.string().min(1).max(100).optional(),
  type: z.literal([10, 11, 12]).optional(),
  auto_archive_duration: z.literal([60, 1440, 4320, 10_080]).optional(),
  archived: z.boolean().optional(),
  locked: z.boolean().optional(),
  invitable: z.boolean().optional(),
})

export const RoleBody = z.looseObject({
  name: orDefault(z.string().max(100)),
  permissions: orDefault(Bits),
  color: orDefault(z.int().min(0).max(0xffffff)),
  hoist: orDefault(z.boolean()),
  mentionable: orDefault(z.boolean()),
})

export const MemberBody = z.looseObject({ nick: z.string().max(32).nullish(), roles: z.array(Snowflake).nullish() })
