import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/database/database.ts'
import type { DiscordRest } from '../errands/errands.port.ts'
import type { BotCommand, BotPart, CommandOption } from './bot.port.ts'
import { commandsHash, setCommandsHash } from './bot.repo.ts'

const OPTION_TYPE = { text: 3, number: 4, flag: 5, member: 6 } as const

const MANAGE_NICKNAMES = String(1n << 27n)

const toOption = ({ name, description, kind, isOptional = false, max, choices }: CommandOption) => ({
  type: OPTION_TYPE[kind],
  name,
  description,
  required: !isOptional,
  ...(kind === 'text' && max !== undefined ? { max_length: max } : {}),
  ...(kind === 'number' && max !== undefined ? { max_value: max } : {}),
  ...(choices ? { choices: choices.map((choice) => ({ name: choice, value: choice })) } : {}),
})

/** Discord wants required options first. */
const toCommand = ({ name, description, options = [], isForStaff }: BotCommand) => ({
  type: 1,
  name,
  description,
  ...(isForStaff ? { default_member_permissions: MANAGE_NICKNAMES } : {}),
  options: options.map(toOption).toSorted((a, b) => Number(b.required) - Number(a.required)),
})

type Options = { readonly db: Db; readonly rest: DiscordRest; readonly applicationId: string; readonly parts: readonly BotPart[] }

/** Registers our commands in a Discord server, unless they are registered already. */
export async function registerCommands({ db, rest, applicationId, parts }: Options, guildId: string): Promise<void> {
  const body = parts.flatMap(({ commands = [] }) => commands).map(toCommand)
  const hash = createHash('sha256')
    .update(JSON.stringify([applicationId, body]))
    .digest('base64url')
  const known = await commandsHash(db, guildId)
  if (known === undefined || known === hash) return
  await rest.put(`/applications/${applicationId}/guilds/${guildId}/commands`, { body })
  await setCommandsHash(db, guildId, hash)
}
