import { errors, invalidForm } from './api-error.ts'
import { MessageBody, Modal, parseBody } from './bodies.ts'
import { channelJson, memberJson, userJson } from './json.ts'
import { FLAG, type Messages } from './messages.ts'
import { channelPermissions } from './permissions.ts'
import type { Attachment, Channel, Json, Message } from './types.ts'
import type { World } from './world.ts'
import { z } from 'zod'

export const INTERACTION = { command: 2, component: 3, autocomplete: 4, modal: 5 } as const
const CALLBACK = { message: 4, deferred: 5, deferredUpdate: 6, update: 7, choices: 8, modal: 9 } as const
const TOKEN_MS = 15 * 60_000

/** The bot's answer. It stays current: a later edit or follow-up shows here too. */
export type Answer = {
  /** The reply, or the message that was changed by a click; null for a form, choices, or a click that was only acknowledged. */
  reply: Message | null
  isEphemeral: boolean
  followups: Message[]
  modal: Modal | null
  choices: readonly { readonly name: string; readonly value: string | number }[]
}

type Interaction = {
  readonly id: string
  readonly token: string
  readonly type: number
  readonly userId: string
  readonly name: string | null
  readonly channel: Channel
  /** The message that was clicked. */
  readonly source: Message | null
  readonly createdAt: number
  state: 'unanswered' | 'thinking' | 'answered' | 'expired'
  /** The message that `@original` stands for. */
  original: Message | null
  readonly answer: Answer
  readonly settle: (error?: Error) => void
}

export type Asked = {
  readonly type: number
  readonly userId: string
  readonly channel: Channel
  readonly data: Json
  readonly name?: string
  readonly source?: Message | null
}

const Callback = z.looseObject({ type: z.int(), data: z.unknown().optional() })
const Choices = z.object({
  choices: z.array(z.looseObject({ name: z.string().max(100), value: z.union([z.string().max(100), z.number()]) })).max(25),
})

export type Interactions = ReturnType<typeof createInteractions>

/** Commands, clicks and forms on their way to the bot, and the bot's answers. */
export function createInteractions(world: World, messages: Messages) {
  const all = new Map<string, Interaction>()
  const timers = new Set<NodeJS.Timeout>()
  const modals = new Map<string, { readonly modal: Modal; readonly source: Message | null; readonly channel: Channel }>()

  const post = (interaction: Interaction, body: z.infer<typeof MessageBody>, files: readonly Attachment[], isEphemeral: boolean): Message =>
    messages.post(
      interaction.channel,
      { ...body, flags: ((body.flags ?? 0) & ~FLAG.ephemeral) | (isEphemeral ? FLAG.ephemeral : 0) },
      {
        authorId: world.botUserId,
        files,
        type: interaction.type === INTERACTION.command ? 20 : 0,
        ephemeralFor: isEphemeral ? interaction.userId : null,
        interaction: { id: interaction.id, type: interaction.type, userId: interaction.userId, name: interaction.name },
      },
    )

  const fill = (interaction: Interaction, message: Message): void => {
    interaction.state = 'answered'
    interaction.answer.reply = message
    interaction.settle()
  }

  const isOver = ({ state, createdAt }: Interaction): boolean => state === 'expired' || world.now() - createdAt > TOKEN_MS

  /** Finds an interaction by the token in a webhook's path. */
  function byToken(token: string): Interaction {
    const interaction = [...all.values()].find((each) => each.token === token)
    if (!interaction || isOver(interaction)) throw errors.invalidWebhookToken()
    if (interaction.state === 'unanswered') throw errors.unknownWebhook()
    return interaction
  }

  function messageOf(interaction: Interaction, id: string): Message {
    const message = id === '@original' ? interaction.original : world.messages.get(id)
    if (!message || !world.messages.has(message.id) || (message !== interaction.original && message.interaction?.id !== interaction.id))
      throw errors.unknownMessage()
    return message
  }

  function envelope({ type, userId, channel, data, source }: Asked, id: string, token: string): Json {
    const guild = channel.guildId ? world.guild(channel.guildId) : null
    const bot = guild?.members.get(world.botUserId)
    const member = guild?.members.get(userId)
    return {
      id,
      application_id: world.clientId,
      type,
      data,
      token,
      version: 1,
      locale: 'en-US',
      entitlements: [],
      channel_id: channel.id,
      channel: { ...channelJson(channel, world), permissions: '0' },
      attachment_size_limit: 10_485_760,
      app_permissions: String(guild && bot ? channelPermissions(guild, bot, channel) : 0n),
      authorizing_integration_owners: guild ? { '0': guild.id } : {},
      ...(guild && member
        ? {
            guild_id: guild.id,
            guild_locale: 'en-US',
            guild: { id: guild.id, locale: 'en-US', features: [] },
            context: 0,
            member: { ...memberJson(member, world), permissions: String(channelPermissions(guild, member, channel)) },
          }
        : { user: userJson(world.user(userId)), context: 1 }),
      ...(source ? { message: messages.jsonFor(source, channel, 1 << 15) } : {}),
    }
  }

  const acknowledge = (interaction: Interaction, type: number, data: unknown, files: readonly Attachment[]): void => {
    const { answer, source } = interaction
    if (type === CALLBACK.message || type === CALLBACK.deferred) {
      const body = parseBody(MessageBody, data)
      answer.isEphemeral = ((body.flags ?? 0) & FLAG.ephemeral) !== 0
      const loading = type === CALLBACK.deferred ? FLAG.loading : 0
      interaction.original = post(interaction, { ...body, flags: (body.flags ?? 0) | loading }, files, answer.isEphemeral)
      interaction.state = 'thinking'
      if (!loading) fill(interaction, interaction.original)
    } else if ((type === CALLBACK.update || type === CALLBACK.deferredUpdate) && source) {
      interaction.original = source
      answer.isEphemeral = source.ephemeralFor !== null
      interaction.state = 'answered'
      if (type === CALLBACK.update) fill(interaction, messages.edit(source, parseBody(MessageBody, data), files))
      else interaction.settle()
    } else if (type === CALLBACK.modal && interaction.type !== INTERACTION.modal) {
      answer.modal = parseBody(Modal, data)
      modals.set(`${interaction.userId}:${answer.modal.custom_id}`, { modal: answer.modal, source, channel: interaction.channel })
      interaction.state = 'answered'
      interaction.settle()
    } else if (type === CALLBACK.choices && interaction.type === INTERACTION.autocomplete) {
      answer.choices = parseBody(Choices, data).choices
      interaction.state = 'answered'
      interaction.settle()
    } else throw invalidForm([{ path: ['type'], code: 'BASE_TYPE_CHOICES', message: 'Value is not a valid type for this interaction.' }])
  }

  const interactions = {
    /** How long the bot has for its first answer. */
    answerWithinMs: 3000,

    ask: (asked: Asked): Promise<Answer> => {
      const [id, token] = [world.snowflakes.happen(), `interaction-token-${world.snowflakes.happen()}`]
      const answer: Answer = { reply: null, isEphemeral: false, followups: [], modal: null, choices: [] }
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      // A test need not wait for an answer; one that does still gets the error.
      promise.catch(() => undefined)
      const interaction: Interaction = {
        id,
        token,
        type: asked.type,
        userId: asked.userId,
        name: asked.name ?? null,
        channel: asked.channel,
        source: asked.source ?? null,
        createdAt: world.now(),
        state: 'unanswered',
        original: null,
        answer,
        settle: (error) => (error ? reject(error) : resolve(answer)),
      }
      all.set(id, interaction)
      const timer = setTimeout(() => {
        timers.delete(timer)
        if (interaction.state !== 'unanswered') return
        interaction.state = 'expired'
        interaction.settle(new Error('The application did not respond'))
      }, interactions.answerWithinMs)
      timers.add(timer)
      world.emit({ name: 'INTERACTION_CREATE', intents: 0, data: envelope(asked, id, token) })
      return promise
    },

    shownModal: (userId: string, customId: string) => {
      const shown = modals.get(`${userId}:${customId}`)
      if (!shown) throw new Error(`The form ${customId} is not open`)
      modals.delete(`${userId}:${customId}`)
      return shown
    },

    callback: (id: string, token: string, body: unknown, files: readonly Attachment[]): Json => {
      const interaction = all.get(id)
      if (!interaction || interaction.token !== token || isOver(interaction)) throw errors.unknownInteraction()
      if (interaction.state !== 'unanswered') throw errors.alreadyAcknowledged()
      const { type, data } = parseBody(Callback, body)
      acknowledge(interaction, type, data, files)
      const { original } = interaction
      return {
        interaction: {
          id,
          type: interaction.type,
          ...(original ? { response_message_id: original.id } : {}),
          response_message_loading: type === CALLBACK.deferred,
        },
        resource: { type, ...(original && type !== CALLBACK.deferredUpdate ? { message: messages.json(original) } : {}) },
      }
    },

    /** After a deferred reply, the first follow-up takes its place, and its visibility was set when it was deferred. */
    followUp: (token: string, body: unknown, files: readonly Attachment[]): Message => {
      const interaction = byToken(token)
      const sent = parseBody(MessageBody, body)
      if (interaction.state === 'thinking' && interaction.original) {
        fill(interaction, messages.edit(interaction.original, sent, files))
        return interaction.original
      }
      const message = post(interaction, sent, files, ((sent.flags ?? 0) & FLAG.ephemeral) !== 0)
      interaction.answer.followups.push(message)
      return message
    },

    read: (token: string, id: string): Message => messageOf(byToken(token), id),

    edit: (token: string, id: string, body: unknown, files: readonly Attachment[]): Message => {
      const interaction = byToken(token)
      const message = messages.edit(messageOf(interaction, id), parseBody(MessageBody, body), files)
      if (message === interaction.original) fill(interaction, message)
      return message
    },

    remove: (token: string, id: string): void => {
      const interaction = byToken(token)
      const message = messageOf(interaction, id)
      messages.remove(message)
      if (message === interaction.original) interaction.answer.reply = null
      interaction.settle()
    },

    /** Makes all tokens invalid, as 15 minutes do. */
    expire: (): void => {
      for (const interaction of all.values()) interaction.state = 'expired'
    },

    close: (): void => {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      for (const interaction of all.values()) interaction.settle(new Error('The fake Discord was closed'))
    },
  }
  return interactions
}
