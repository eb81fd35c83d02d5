export type Handler = (...args: unknown[]) => unknown

/** As FiveM serialises values between scripts: nothing is shared, and undefined becomes null. */
export function overTheWire(value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) return value.map(overTheWire)
  if (value instanceof Uint8Array) return new Uint8Array(value)
  if (typeof value === 'function') return referenceTo(value as Handler)
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, overTheWire(each)]))
}

/** A function arrives as a reference. If it throws, its own resource prints why, and the caller only learns that it failed. */
const referenceTo =
  (fn: Handler): Handler =>
  (...args) => {
    try {
      return overTheWire(fn(...args.map(overTheWire)))
    } catch {
      throw new Error('Error in nested ref call.')
    }
  }

/**
 * The events of one script. As in FiveM, `on` and `onNet` share one list of listeners per name, and `onNet` opens the name to the network
 * for all of them.
 */
export function createEmitter({ setSource, complain }: { setSource: (source: unknown) => void; complain: (line: string) => void }) {
  const handlers = new Map<string, Handler[]>()
  const isOpen = new Set<string>()
  const add = (event: string, handler: Handler) => void handlers.set(event, [...(handlers.get(event) ?? []), handler])
  const fire = (event: string, source: unknown, args: readonly unknown[]) => {
    setSource(source)
    try {
      for (const handler of handlers.get(event) ?? []) {
        try {
          handler(...args.map(overTheWire))
        } catch (error) {
          // FiveM only prints errors of listeners to its console.
          complain(`script error in ${event}: ${String(error)}`)
        }
      }
    } finally {
      setSource(null)
    }
  }
  return {
    on: add,
    onNet: (event: string, handler: Handler) => {
      isOpen.add(event)
      add(event, handler)
    },
    /** Emitted by a script of the same side. */
    local: (event: string, args: readonly unknown[]) => fire(event, '', args),
    /** Emitted by FiveM itself, about a player. */
    internal: (event: string, source: number, args: readonly unknown[]) => fire(event, source, args),
    net: (event: string, source: number, args: readonly unknown[]) => {
      if (isOpen.has(event)) return fire(event, source, args)
      if (handlers.has(event)) complain(`event ${event} was not safe for net`)
    },
    clear: () => handlers.clear(),
  }
}
