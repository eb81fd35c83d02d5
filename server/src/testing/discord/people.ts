import { z } from 'zod'
import { MessageBody, type Modal } from './bodies.ts'
import { commandData, type OptionValues, resolvedOf } from './command-data.ts'
import { type Command, type Commands, OPTION } from './commands.ts'
import { type Answer, INTERACTION, type Interactions } from './interactions.ts'
import type { Messages } from './messages.ts'
import { channelPermissions, PERMISSIONS } from './permissions.ts'
import type { Threads } from './threads.ts'
import type { Channel, Json, Message } from './types.ts'
import type { World } from './world.ts'

/** Types of select menus, and what each lets the user pick. */
const SELECT_KIND: Readonly<Record<number, number>> = { 5: OPTION.user, 6: OPTION.role, 7: OPTION.mentionable, 8: OPTION.channel }

const Clickable = z.looseObject({
  type: z.int(),
  custom_id: z.string().optional(),
  disabled: z.boolean().optional(),
  components: z.array(z.unknown()).optional(),
  accessory: z.unknown().optional(),
})
type Clickable = z.infer<typeof Clickable>

const Field = z.looseObject({
  type: z.int(),
  custom_id: z.string(),
  required: z.boolean().optional(),
  min_length: z.int().optional(),
  max_length: z.int().optional(),
  value: z.string().optional(),
})

type Deps = {
  readonly world: World
  readonly messages: Messages
  readonly threads: Threads
  readonly commands: Commands
  readonly interactions: Interactions
}

/** Actions of users in Discord. An action that Discord's client would not allow is an error in the test. */
export function createPeople({ world, messages, threads, commands, interactions }: Deps) {
  const may = (channel: Channel, userId: string, permission: bigint): boolean => {
    if (!channel.guildId) return channel.recipientId === userId
    const guild = world.guild(channel.guildId)
    return (channelPermissions(guild, world.member(guild.id, userId), channel) & permission) === permission
  }
  const need = (channel: Channel, userId: string, permission: bigint): void => {
    if (!may(channel, userId, PERMISSIONS.viewChannel)) throw new Error(`${userId} does not see the channel ${channel.name}`)
    if (!may(channel, userId, permission)) throw new Error(`${userId} may not do that in the channel ${channel.name}`)
  }

  function find(channel: Channel, userId: string, fullName: string): { readonly command: Command; readonly path: string[] } {
    const [name = '', ...path] = fullName.replace(/^\//, '').split(' ')
    const known = [...(channel.guildId ? commands.of(channel.guildId) : []), ...commands.of(null)]
    const command = known.find((each) => each.name === name && each.type === 1)
    if (!command) throw new Error(`No command /${name} is registered`)
    need(channel, userId, PERMISSIONS.useApplicationCommands)
    // '0' is for administrators alone.
    const wanted = command.default_member_permissions
    if (wanted && !may(channel, userId, BigInt(wanted) || PERMISSIONS.administrator)) throw new Error(`/${name} is not shown to ${userId}`)
    return { command, path }
  }

  const componentsOf = (parts: readonly unknown[]): Clickable[] =>
    parts.flatMap((part) => {
      const { data } = Clickable.safeParse(part)
      return data ? [data, ...componentsOf([...(data.components ?? []), data.accessory])] : []
    })

  const placeOf = (guildId: string | null, channelId: string, userId: string): Channel =>
    guildId === null ? world.openDm(userId) : world.channel(channelId)

  function fieldOf(row: Modal['components'][number], fields: Readonly<Record<string, string | readonly string[]>>): Json | null {
    const isLabel = row.type === 18
    const inputs = isLabel ? [row['component']] : Array.isArray(row['components']) ? row['components'] : []
    const filled = inputs.map((input: unknown) => {
      const { custom_id, type, required = true, min_length = 0, max_length = 4000, value } = Field.parse(input)
      const given = fields[custom_id] ?? (type === 4 ? (value ?? '') : [])
      if (required && given.length === 0) throw new Error(`The field ${custom_id} is required`)
      if (typeof given === 'string' && given.length > 0 && (given.length < min_length || given.length > max_length))
        throw new Error(`The field ${custom_id} takes ${min_length} to ${max_length} characters`)
      return { type, id: 1, custom_id, ...(typeof given === 'string' ? { value: given } : { values: given }) }
    })
    if (filled.length === 0) return null
    return isLabel ? { type: 18, id: 1, component: filled[0] } : { type: 1, id: 1, components: filled }
  }

  return {
    command: async (
      guildId: string | null,
      channelId: string,
      userId: string,
      name: string,
      options: OptionValues = {},
    ): Promise<Answer> => {
      const channel = placeOf(guildId, channelId, userId)
      const found = find(channel, userId, name)
      const data = commandData(world, guildId, found, options)
      return interactions.ask({ type: INTERACTION.command, userId, channel, name: found.command.name, data })
    },

    /** The choices that the bot proposes while the user types in the option `focused`. */
    autocomplete: async (
      guildId: string | null,
      channelId: string,
      userId: string,
      name: string,
      options: OptionValues,
      focused: string,
    ): Promise<Answer['choices']> => {
      const channel = placeOf(guildId, channelId, userId)
      const data = commandData(world, guildId, find(channel, userId, name), options, focused)
      return (await interactions.ask({ type: INTERACTION.autocomplete, userId, channel, data })).choices
    },

    /** Clicks a button, or picks values in a menu. */
    click: async (messageId: string, userId: string, customId: string, values?: readonly string[]): Promise<Answer> => {
      const source = world.messages.get(messageId)
      if (!source || (source.ephemeralFor !== null && source.ephemeralFor !== userId))
        throw new Error(`${userId} sees no message ${messageId}`)
      const channel = world.channel(source.channelId)
      need(channel, userId, 0n)
      const component = componentsOf(source.components).find(({ custom_id }) => custom_id === customId)
      if (!component) throw new Error(`The message has no component ${customId}`)
      if (component.disabled) throw new Error(`${customId} is disabled`)
      const kind = SELECT_KIND[component.type]
      const resolved =
        kind && values
          ? {
              resolved: resolvedOf(
                world,
                channel.guildId,
                values.map((id) => ({ kind, id })),
              ),
            }
          : {}
      const data = { id: 1, custom_id: customId, component_type: component.type, ...(values ? { values } : {}), ...resolved }
      return interactions.ask({ type: INTERACTION.component, userId, channel, data, source })
    },

    /** Sends the form that the bot showed this user. */
    submitModal: async (
      userId: string,
      customId: string,
      fields: Readonly<Record<string, string | readonly string[]>>,
      channelId?: string,
    ): Promise<Answer> => {
      const { modal, source, channel } = interactions.shownModal(userId, customId)
      const components = modal.components.flatMap((row) => fieldOf(row, fields) ?? [])
      const place = channelId === undefined ? channel : world.channel(channelId)
      return interactions.ask({ type: INTERACTION.modal, userId, channel: place, data: { custom_id: customId, components }, source })
    },

    /** Writes a message; in an archived thread this brings it back. */
    say: (channelId: string, userId: string, text: string, repliesTo?: string): Message => {
      const channel = world.channel(channelId)
      need(channel, userId, channel.thread ? PERMISSIONS.sendMessagesInThreads : PERMISSIONS.sendMessages)
      if (channel.thread?.archived && channel.thread.locked) throw new Error('The thread is locked')
      if (channel.thread?.archived) threads.change(channel, { archived: false })
      if (channel.thread) threads.setMember(channel, userId, true)
      const reference = repliesTo === undefined ? {} : { message_reference: { message_id: repliesTo } }
      return messages.post(channel, MessageBody.parse({ content: text, ...reference }), { authorId: userId })
    },

    /** Writes to the bot directly. */
    sayToBot: (userId: string, text: string): Message => messages.post(world.openDm(userId), { content: text }, { authorId: userId }),

    react: (messageId: string, userId: string, emoji: string, isAdded = true): void => {
      const message = world.messages.get(messageId)
      if (!message) throw new Error(`There is no message ${messageId}`)
      messages.react(message, userId, emoji, isAdded)
    },

    /** Joins or leaves a thread by hand. */
    setThreadMember: (threadId: string, userId: string, isIn: boolean): void => threads.setMember(world.channel(threadId), userId, isIn),

    changeThread: (threadId: string, change: Parameters<Threads['change']>[1]): Channel => threads.change(world.channel(threadId), change),

    /** Changes a message of one's own. */
    editMessage: (messageId: string, text: string): void => {
      const message = world.messages.get(messageId)
      if (!message) throw new Error(`There is no message ${messageId}`)
      messages.edit(message, MessageBody.parse({ content: text }))
    },

    deleteMessage: (messageId: string): void => {
      const message = world.messages.get(messageId)
      if (message) messages.remove(message)
    },
    /** Deletes several messages of a channel at once, as moderating bots do. */
    deleteMessages: (channelId: string, messageIds: readonly string[]): void => messages.removeAll(world.channel(channelId), messageIds),
  }
}
