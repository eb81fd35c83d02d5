import type { BridgeConfig } from './config.ts'

export type CommandKey = keyof BridgeConfig['commands']

/** Whatever a command is called by configuration, and whoever else wants that name, it goes by this one too. */
export const ALIASES: Readonly<Record<CommandKey, string>> = {
  emergency: 'tf911',
  nonEmergency: 'tf311',
  panic: 'tfpanic',
  onDuty: 'tfonduty',
  offDuty: 'tfoffduty',
  status: 'tfstatus',
  attach: 'tfattach',
  clear: 'tfclear',
  answer: 'tfack',
  tablet: 'tftablet',
}

/** The owner that FiveM names for what is built into it. */
export const BUILT_IN = 'internal'

type Handler = Parameters<typeof RegisterCommand>[1]
type Options = {
  readonly commands: BridgeConfig['commands']
  /** Another resource has registered the name before. */
  readonly onClash: (key: CommandKey, owner: string) => void
}

/**
 * Registers commands under their names and aliases. In FiveM the last to register a name is called, without a word to the first; but it
 * stays the first one's, and goes when that resource stops. Ours are registered again then.
 */
export function createCommandRegistry({ commands, onClash }: Options) {
  const resource = GetCurrentResourceName()
  const registered = new Map<string, Handler>()
  const owners = () => new Map(GetRegisteredCommands().map(({ name, resource: owner }) => [name, owner]))
  on('onResourceStop', (stopped: string) => {
    if (stopped === resource) return
    // It has its commands until its last listener has run.
    setTimeout(() => {
      const known = owners()
      for (const [name, handler] of registered) if (!known.has(name)) RegisterCommand(name, handler, false)
    }, 0)
  })
  return (key: CommandKey, handler: Handler): void => {
    // An empty name switches a command off, its alias too.
    if (commands[key] === '') return
    const owner = owners().get(commands[key]) ?? resource
    if (owner !== resource) onClash(key, owner)
    for (const name of new Set([commands[key], ALIASES[key]])) {
      registered.set(name, handler)
      RegisterCommand(name, handler, false)
    }
  }
}
