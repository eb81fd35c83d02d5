import { z } from 'zod'
import { errors } from './api-error.ts'
import { parseBody } from './bodies.ts'
import { type Access, created, NO_CONTENT, ok, type Reply, type Route } from './rest/routes.ts'
import type { Json } from './types.ts'
import type { World } from './world.ts'

export const OPTION = {
  subcommand: 1,
  group: 2,
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
} as const

const Name = z.string().regex(/^[-_'\p{Ll}\p{Lo}\p{Lm}\p{N}]{1,32}$/u, 'Command name is invalid')
const Description = z.string().min(1).max(100)
const Choice = z.looseObject({ name: z.string().min(1).max(100), value: z.union([z.string().max(100), z.number()]) })

export type CommandOption = {
  readonly type: number
  readonly name: string
  readonly description: string
  readonly required?: boolean | undefined
  readonly autocomplete?: boolean | undefined
  readonly choices?: readonly { readonly name: string; readonly value: string | number }[] | undefined
  readonly options?: readonly CommandOption[] | undefined
}

const isRequiredFirst = (options: readonly CommandOption[]): boolean =>
  options.every(({ required }, index) => !required || options.slice(0, index).every((before) => before.required))

const OptionBody: z.ZodType<CommandOption> = z.looseObject({
  type: z.int().min(1).max(11),
  name: Name,
  description: Description,
  required: z.boolean().optional(),
  autocomplete: z.boolean().optional(),
  choices: z.array(Choice).max(25).optional(),
  get options() {
    return Options.optional()
  },
})
const Options = z.array(OptionBody).max(25).refine(isRequiredFirst, 'Required options must be placed before non-required options')

const CommandBody = z.looseObject({
  // Names in the context menu have capitals and spaces; those of slash commands have not.
  name: z.string().min(1).max(32),
  type: z.int().min(1).max(3).default(1),
  description: z.string().max(100).default(''),
  options: Options.optional(),
  default_member_permissions: z.string().regex(/^\d+$/).nullish(),
})
const SlashOrMenu = CommandBody.refine(({ type, name }) => type !== 1 || Name.safeParse(name).success, {
  path: ['name'],
  error: 'Command name is invalid',
}).refine(({ type, description }) => type !== 1 || Description.safeParse(description).success, {
  path: ['description'],
  error: 'This field is required',
})

export type Command = z.infer<typeof CommandBody> & { readonly id: string; readonly version: string; readonly guildId: string | null }

export type Commands = ReturnType<typeof createCommands>

/** Application commands: global ones, and those of a guild. */
export function createCommands(world: World, access: Access) {
  const registered = new Map<string, Command>()

  const of = (guildId: string | null): Command[] => [...registered.values()].filter((command) => command.guildId === guildId)

  const json = ({ guildId, ...command }: Command): Json => ({
    ...command,
    ...(guildId ? { guild_id: guildId } : {}),
    application_id: world.clientId,
    default_member_permissions: command.default_member_permissions ?? null,
    nsfw: false,
    dm_permission: true,
    contexts: null,
    integration_types: [0],
  })

  /** A command of the same name and type keeps its id. */
  const register = (guildId: string | null, body: z.infer<typeof CommandBody>): { readonly command: Command; readonly isNew: boolean } => {
    const known = of(guildId).find(({ name, type }) => name === body.name && type === body.type)
    const command: Command = { ...body, id: known?.id ?? world.snowflakes.happen(), version: world.snowflakes.happen(), guildId }
    registered.set(command.id, command)
    return { command, isNew: !known }
  }

  const routesAt = (path: string, guildOf: (param: (name: string) => string) => string | null): Route[] => {
    const found = (param: (name: string) => string): Command => {
      const command = registered.get(param('command'))
      if (!command || command.guildId !== guildOf(param)) throw errors.unknownCommand()
      return command
    }
    const commandPath = `${path}/:command`
    return [
      { method: 'GET', path, bucket: 'commands', handle: ({ param }) => ok(of(guildOf(param)).map(json)) },
      {
        method: 'PUT',
        path,
        bucket: 'commands',
        handle: ({ param, body }): Reply => {
          const guildId = guildOf(param)
          const commands = parseBody(z.array(SlashOrMenu).max(130), body)
          const kept = new Set(commands.map((each) => register(guildId, each).command.id))
          for (const { id } of of(guildId)) if (!kept.has(id)) registered.delete(id)
          return ok(of(guildId).map(json))
        },
      },
      {
        method: 'POST',
        path,
        bucket: 'commands',
        handle: ({ param, body }): Reply => {
          const { command, isNew } = register(guildOf(param), parseBody(SlashOrMenu, body))
          return isNew ? created(json(command)) : ok(json(command))
        },
      },
      { method: 'GET', path: commandPath, bucket: 'commands', handle: ({ param }) => ok(json(found(param))) },
      {
        method: 'PATCH',
        path: commandPath,
        bucket: 'commands',
        handle: ({ param, body }): Reply => {
          const changed: Command = { ...found(param), ...parseBody(CommandBody.partial(), body), version: world.snowflakes.happen() }
          registered.set(changed.id, changed)
          return ok(json(changed))
        },
      },
      {
        method: 'DELETE',
        path: commandPath,
        bucket: 'commands',
        handle: ({ param }): Reply => {
          registered.delete(found(param).id)
          return NO_CONTENT
        },
      },
    ]
  }

  const needOwn = (param: (name: string) => string): void => {
    if (param('application') !== world.clientId) throw errors.missingAccess()
  }

  return {
    of,
    routes: [
      ...routesAt('/applications/:application/commands', (param) => {
        needOwn(param)
        return null
      }),
      ...routesAt('/applications/:application/guilds/:guild/commands', (param) => {
        needOwn(param)
        return access.guild(param('guild')).id
      }),
    ],
  }
}
