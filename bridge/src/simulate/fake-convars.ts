import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The variables of a game server. Each resource reads each of them, but those that `add_convar_permission` names: these are read by the
 * resources it names and come out as the fallback for all others.
 */
export function createConvars(folder: string, initial: Readonly<Record<string, string>>) {
  const values = new Map(Object.entries(initial))
  const readers = new Map<string, Set<string>>()

  const run = (line: string): void => {
    const [command = '', ...words] = [...line.replace(/^\s*#.*/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, word]) => quoted ?? word ?? '',
    )
    const [first = '', second = '', third = ''] = words
    if (command === 'set') values.set(first, second)
    if (command === 'exec' && first.startsWith('@tenfour/')) execute(readFileSync(join(folder, first.slice('@tenfour/'.length)), 'utf8'))
    if (command === 'add_convar_permission' && second === 'read') readers.set(third, new Set([...(readers.get(third) ?? []), first]))
  }
  const execute = (config: string): void => config.split('\n').forEach(run)
  return {
    /** Runs the lines of a `server.cfg`. */
    execute,
    set: (name: string, value: string) => void values.set(name, value),
    value: (name: string) => values.get(name),
    readAs: (resource: string, name: string, fallback: string): string =>
      readers.get(name)?.has(resource) === false ? fallback : (values.get(name) ?? fallback),
  }
}
