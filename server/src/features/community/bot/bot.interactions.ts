import type { FastifyBaseLogger } from 'fastify'
import { DiscordChannelType } from '@tenfour/contract'
import { z } from 'zod'
import { cutText } from '../../../platform/discord-text.ts'
import type { Db } from '../../../platform/database/database.ts'
import { databaseOutage } from '../../../platform/database/trouble.ts'
import { AppError } from '../../../platform/errors.ts'
import { rowsOf, type DiscordRest } from '../errands/errands.port.ts'
import { User } from './bot.packets.ts'
import type { Answer, BotPart, CommandValues, DiscordCall } from './bot.port.ts'
import { channelTypeOf } from './bot.repo.ts'

const TYPE = { command: 2, component: 3, form: 5 } as const
const CALLBACK = { message: 4, deferred: 5, form: 9 } as const
const EPHEMERAL = 64
const MAX_TEXT = 2000
const MAX_IN_FLIGHT = 32
const MINUTE_MS = 60_000
const PER_MINUTE = 20
/** Discord waits three seconds for a first answer. */
const DEFER_AFTER_MS = 1500

const Value = z.union([z.string(), z.number(), z.boolean()])
const Field = z.object({ custom_id: z.string(), value: z.string().default('') })
const Interaction = z.object({
  id: z.string(),
  application_id: z.string(),
  type: z.int(),
  token: z.string(),
  guild_id: z.string().nullish(),
  channel_id: z.string(),
  channel: z.object({ parent_id: z.string().nullish() }).nullish(),
  member: z.object({ user: User, nick: z.string().nullish() }).nullish(),
  user: User.nullish(),
  message: z.object({ id: z.string() }).nullish(),
  data: z
    .object({
      name: z.string(),
      options: z.array(z.object({ name: z.string(), value: Value.optional() })),
      custom_id: z.string(),
      components: z.array(z.object({ components: z.array(Field).optional(), component: Field.optional() })),
    })
    .partial()
    .nullish(),
})
type Interaction = z.output<typeof Interaction>

type Deps = { readonly db: Db; readonly rest: DiscordRest; readonly log: FastifyBaseLogger; readonly parts: readonly BotPart[] }

/** Answers commands, buttons and forms. The caller gets an answer in any case. */
export function createInteractions({ db, rest, log, parts }: Deps) {
  const counted = new Map<string, { count: number; until: number }>()
  let inFlight = 0

  const isTooOften = (discordId: string): boolean => {
    const now = Date.now()
    if (counted.size > 5000) for (const [id, { until }] of counted) if (until <= now) counted.delete(id)
    const known = counted.get(discordId)
    const entry = known && known.until > now ? known : { count: 0, until: now + MINUTE_MS }
    entry.count += 1
    counted.set(discordId, entry)
    return entry.count > PER_MINUTE
  }

  const decide = async (interaction: Interaction, user: z.output<typeof User>): Promise<Answer> => {
    if (isTooOften(user.id)) return { text: 'You have asked too often. Try again in a minute.' }
    if (inFlight > MAX_IN_FLIGHT) return { text: 'The portal is busy. Try again in a moment.' }
    const handler = findHandler(parts, interaction)
    if (!handler) return { text: 'This is no longer in use.' }
    const { channel_id: channelId, channel, member, guild_id } = interaction
    const type = await channelTypeOf(db, channelId, channel?.parent_id ?? null)
    return handler({
      discordId: user.id,
      username: user.username,
      displayName: member?.nick ?? user.global_name ?? user.username,
      guildId: guild_id ?? null,
      channelId,
      channelType: DiscordChannelType.nullable().parse(type),
      messageId: interaction.message?.id ?? null,
    })
  }
  const toAnswer = (error: unknown): Answer => {
    if (error instanceof AppError) return { text: error.message }
    const trouble = databaseOutage(error)
    if (trouble === undefined) log.error({ err: error }, 'a command from Discord failed')
    return { text: trouble ?? 'Something went wrong in the portal. Try again in a minute.' }
  }

  const answer = async (interaction: Interaction, user: z.output<typeof User>): Promise<void> => {
    const { id, token, application_id } = interaction
    const callback = (type: number, data?: object) =>
      rest.post(`/interactions/${id}/${token}/callback`, { body: { type, ...(data ? { data } : {}) }, auth: false })
    const original = `/webhooks/${application_id}/${token}/messages/@original` as const
    const deciding = decide(interaction, user).catch(toAnswer)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), DEFER_AFTER_MS)))
    const first = await Promise.race([deciding, late])
    clearTimeout(timer)
    if (first !== 'late') return void (await callback('form' in first ? CALLBACK.form : CALLBACK.message, dataOf(first)))
    await callback(CALLBACK.deferred, { flags: EPHEMERAL })
    const reply = await deciding
    if ('form' in reply)
      return void (await rest.patch(original, { body: editOf({ text: 'That took too long. Please try again.' }), auth: false }))
    if (!reply.isPublic) return void (await rest.patch(original, { body: editOf(reply), auth: false }))
    // A deferred answer to the caller alone can't become public. It has to be completed before another message can be sent.
    await rest.patch(original, { body: editOf({ text: 'Done.' }), auth: false })
    await rest.post(`/webhooks/${application_id}/${token}`, { body: dataOf(reply), auth: false })
    await rest.delete(original, { auth: false })
  }

  return (packet: unknown): void => {
    const parsed = Interaction.safeParse(packet)
    if (!parsed.success) return log.warn('Discord sent an interaction of an unknown form')
    const user = parsed.data.member?.user ?? parsed.data.user
    if (!user) return
    inFlight += 1
    answer(parsed.data, user)
      // Only the message of the error is logged, because the address of an answer contains a token.
      .catch((error: unknown) =>
        log.warn({ problem: error instanceof Error ? error.message : '' }, 'Discord did not accept the answer to an interaction'),
      )
      .finally(() => (inFlight -= 1))
  }
}

function findHandler(parts: readonly BotPart[], { type, data }: Interaction): ((call: DiscordCall) => Promise<Answer>) | undefined {
  if (type === TYPE.command) {
    const command = parts.flatMap(({ commands = [] }) => commands).find(({ name }) => name === data?.name)
    const values: CommandValues = Object.fromEntries((data?.options ?? []).map(({ name, value }) => [name, value]))
    return command && ((call) => command.run(call, values))
  }
  const [prefix, ...more] = (data?.custom_id ?? '').split(':')
  const rest = more.join(':')
  if (type === TYPE.component) {
    const button = parts.flatMap(({ buttons = [] }) => buttons).find((each) => each.prefix === prefix)
    return button && ((call) => button.press(call, rest))
  }
  if (type !== TYPE.form) return undefined
  const form = parts.flatMap(({ forms = [] }) => forms).find((each) => each.prefix === prefix)
  const fields = (data?.components ?? []).flatMap(({ components = [], component }) => [...components, ...(component ? [component] : [])])
  const values = Object.fromEntries(fields.map(({ custom_id, value }) => [custom_id, value]))
  return form && ((call) => form.submit(call, rest, values))
}

type Message = Extract<Answer, { readonly text: string }>
const editOf = ({ text, buttons = [] }: Message) => ({
  content: cutText(text, MAX_TEXT),
  components: rowsOf(buttons),
  allowed_mentions: { parse: [] },
})

function dataOf(answer: Answer): object {
  if (!('form' in answer)) return { ...editOf(answer), ...(answer.isPublic ? {} : { flags: EPHEMERAL }) }
  const { id, title, fields } = answer.form
  const toInput = ({ id: custom_id, label, max, isLong = false, isOptional = false, value }: (typeof fields)[number]) => ({
    type: 1,
    components: [
      {
        type: 4,
        custom_id,
        label: cutText(label, 45),
        style: isLong ? 2 : 1,
        max_length: Math.min(max, 4000),
        required: !isOptional,
        value,
      },
    ],
  })
  return { custom_id: id, title: cutText(title, 45), components: fields.map(toInput) }
}
