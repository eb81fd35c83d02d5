import { type Command, type CommandOption, OPTION } from './commands.ts'
import { channelJson, memberWithoutUser, roleJson, userJson } from './json.ts'
import type { Json } from './types.ts'
import type { World } from './world.ts'

export type OptionValues = Readonly<Record<string, string | number | boolean>>

/** The data that Discord sends along about each user, role and channel that was picked. */
export function resolvedOf(world: World, guildId: string | null, picked: readonly { readonly kind: number; readonly id: string }[]): Json {
  const guild = guildId ? world.guild(guildId) : null
  const resolved: Record<string, Record<string, Json>> = {}
  const add = (group: string, id: string, json: Json): void => {
    resolved[group] = { ...resolved[group], [id]: json }
  }
  for (const { kind, id } of picked) {
    const isUser = kind === OPTION.user || (kind === OPTION.mentionable && world.users.has(id))
    const member = guild?.members.get(id)
    const role = guild?.roles.get(id)
    if (isUser) add('users', id, userJson(world.user(id)))
    if (isUser && member) add('members', id, { ...memberWithoutUser(member), permissions: '0' })
    if (!isUser && role && kind !== OPTION.channel) add('roles', id, roleJson(role))
    if (kind === OPTION.channel) add('channels', id, { ...channelJson(world.channel(id), world), permissions: '0' })
  }
  return resolved
}

function checkValue({ name, type, choices }: CommandOption, value: string | number | boolean): void {
  const isNumber = type === OPTION.integer || type === OPTION.number
  const expected = isNumber ? 'number' : type === OPTION.boolean ? 'boolean' : 'string'
  if (typeof value !== expected) throw new Error(`The option ${name} takes a ${expected}`)
  if (choices && !choices.some((choice) => choice.value === value)) throw new Error(`The option ${name} has no choice ${String(value)}`)
}

/** The `data` of a slash command as somebody would fill it in: `ticket close` names a subcommand. */
export function commandData(
  world: World,
  guildId: string | null,
  { command, path }: { readonly command: Command; readonly path: readonly string[] },
  values: OptionValues,
  focused?: string,
): Json {
  let options: readonly CommandOption[] = command.options ?? []
  const parents: CommandOption[] = []
  for (const name of path) {
    const parent = options.find((option) => option.name === name && (option.type === OPTION.subcommand || option.type === OPTION.group))
    if (!parent) throw new Error(`/${command.name} has no subcommand ${name}`)
    parents.push(parent)
    options = parent.options ?? []
  }
  const unknown = Object.keys(values).find((name) => !options.some((option) => option.name === name))
  if (unknown !== undefined) throw new Error(`/${[command.name, ...path].join(' ')} has no option ${unknown}`)
  const given = options.flatMap((option) => {
    const value = values[option.name]
    if (option.type === OPTION.subcommand || option.type === OPTION.group) throw new Error(`/${command.name} needs a subcommand`)
    if (value === undefined && option.required && focused === undefined) throw new Error(`/${command.name} needs the option ${option.name}`)
    if (value === undefined) return []
    if (focused === undefined) checkValue(option, value)
    return [{ name: option.name, type: option.type, value, ...(focused === option.name ? { focused: true } : {}) }]
  })
  const nested = parents.reduceRight<readonly Json[]>((inner, { name, type }) => [{ name, type, options: inner }], given)
  const picked = given.flatMap(({ type, value }) =>
    typeof value === 'string' && (type === OPTION.user || type === OPTION.channel || type === OPTION.role || type === OPTION.mentionable)
      ? [{ kind: type, id: value }]
      : [],
  )
  return {
    id: command.id,
    name: command.name,
    type: command.type,
    options: nested,
    ...(picked.length > 0 ? { resolved: resolvedOf(world, guildId, picked) } : {}),
    ...(command.guildId ? { guild_id: command.guildId } : {}),
  }
}
