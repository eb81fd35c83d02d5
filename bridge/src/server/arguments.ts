import { isPlaying } from './players.ts'
import type { Report } from './records.ts'

/** Checks what other resources pass to exports. Wrong arguments throw an error that names the export. */
export function createArguments({ print }: { print: (line: string) => void }) {
  /** Null for 0 or a missing argument. */
  const playerOrNone = (name: string, player: unknown): string | null => {
    if (player === null || player === undefined || player === 0 || player === '0') return null
    const source = typeof player === 'number' || typeof player === 'string' ? String(player) : ''
    if (isPlaying(source)) return source
    throw new Error(
      `${name}: the first argument is the number of a player who is connected, or 0 for nobody; it was ${JSON.stringify(player)}`,
    )
  }
  /** A function of another resource arrives as a reference, which throws if that resource has stopped or its function fails. */
  const callback = (name: string, value: unknown, position: 'second' | 'third' = 'third'): Report => {
    if (!isFunction(value)) throw new Error(`${name}: the ${position} argument is a function that gets the answer`)
    return (result, reason) => {
      try {
        value(result ?? null, reason ?? null)
      } catch (error) {
        print(`The function that ${name} calls with the answer failed: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  return {
    playerOrNone,
    player: (name: string, value: unknown): string => {
      const source = playerOrNone(name, value)
      if (source === null) throw new Error(`${name}: the first argument is the number of the player it is about`)
      return source
    },
    /** Lua has only one table type, and an empty one arrives as an array. */
    table: (name: string, value: unknown): object => {
      if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return {}
      if (typeof value === 'object' && !Array.isArray(value)) return value
      throw new Error(`${name}: the second argument is a table; it was ${JSON.stringify(value)}`)
    },
    callback: Object.assign(callback, {
      optional: (name: string, value: unknown): Report | undefined =>
        value === null || value === undefined ? undefined : callback(name, value),
    }),
  }
}
const isFunction = (value: unknown): value is (...args: unknown[]) => unknown => typeof value === 'function'

export type Arguments = ReturnType<typeof createArguments>
