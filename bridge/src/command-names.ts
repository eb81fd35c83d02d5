import type { BridgeConfig } from './config.ts'

export type CommandKey = keyof BridgeConfig['commands']

/** Fixed aliases, available whatever the configured name is and whether or not another resource uses it. */
export const ALIASES: Readonly<Record<CommandKey, string>> = {
  emergency: 'tf911',
  nonEmergency: 'tf311',
  panic: 'tfpanic',
  onDuty: 'tfonduty',
  offDuty: 'tfoffduty',
  status: 'tfstatus',
  attach: 'tfattach',
  take: 'tftake',
  trafficStop: 'tfts',
  clear: 'tfclear',
  answer: 'tfack',
  tablet: 'tftablet',
  link: 'tflink',
}

/** The owner FiveM reports for its own commands. */
export const BUILT_IN = 'internal'

type Handler = Parameters<typeof RegisterCommand>[1]
type Options = {
  readonly commands: BridgeConfig['commands']
  /** Another resource has already registered the name. */
  readonly onClash: (key: CommandKey, owner: string) => void
}

/**
 * Registers commands under their names and aliases. In FiveM the last resource to register a name handles it, but the first one owns it:
 * when that one stops, the command is removed for both. Ours are then registered again.
 */
export function createCommandRegistry({ commands, onClash }: Options) {
  const resource = GetCurrentResourceName()
  const registered = new Map<string, Handler>()
  const owners = () => new Map(GetRegisteredCommands().map(({ name, resource: owner }) => [name, owner]))
  on('onResourceStop', (stopped: string) => {
    if (stopped === resource) return
    // FiveM removes the resource's commands only after its last stop listener has run.
    setTimeout(() => {
      const known = owners()
      for (const [name, handler] of registered) if (!known.has(name)) RegisterCommand(name, handler, false)
    }, 0)
  })
  const add = (name: string, handler: Handler) => {
    registered.set(name, handler)
    RegisterCommand(name, handler, false)
  }
  return {
    register: (key: CommandKey, handler: Handler): void => {
      // An empty name disables the command and its alias.
      if (commands[key] === '') return
      const owner = owners().get(commands[key]) ?? resource
      if (owner !== resource) onClash(key, owner)
      for (const name of new Set([commands[key], ALIASES[key]])) add(name, handler)
    },
    /** A number of the community's own, such as `/112`. False if a command of the config has the name, or the number has its command already. */
    registerNumber: (number: string, handler: Handler): boolean => {
      const taken = [...Object.values(ALIASES), ...Object.values(commands), ...registered.keys()]
      if (taken.includes(number) || taken.includes(`tf${number}`)) return false
      for (const name of [number, `tf${number}`]) add(name, handler)
      return true
    },
  }
}
