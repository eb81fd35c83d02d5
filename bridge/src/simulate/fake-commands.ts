export type CommandHandler = (source: number, args: string[], raw: string) => void
type Entry = { readonly resource: string; handler: CommandHandler }

/** FiveM's built-in commands. A resource that registers one of these is never called. */
const BUILT_IN = ['quit', 'restart', 'say']
const INTERNAL = 'internal'

/**
 * The commands of one side. The first resource to register a name owns it, and removes it when it stops; the last one to register it is
 * called. Neither is notified.
 */
export function createCommands() {
  const entries = new Map<string, Entry>(BUILT_IN.map((name) => [name, { resource: INTERNAL, handler: () => {} }]))
  return {
    register: (resource: string, name: string, handler: CommandHandler): void => {
      const known = entries.get(name)
      if (!known) entries.set(name, { resource, handler })
      else if (known.resource !== INTERNAL) known.handler = handler
    },
    /** As returned by `GetRegisteredCommands`. */
    list: () => [...entries].map(([name, { resource }]) => ({ name, resource, arity: -1 })),
    stop: (resource: string): void => {
      for (const [name, entry] of entries) if (entry.resource === resource) entries.delete(name)
    },
    has: (name: string): boolean => entries.has(name),
    run: (name: string, source: number, args: string[]): void => entries.get(name)?.handler(source, args, [name, ...args].join(' ')),
  }
}
