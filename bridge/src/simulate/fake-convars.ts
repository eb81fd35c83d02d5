import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A game server's variables. Any resource can read them, except those restricted by `add_convar_permission`: other resources than the named
 * ones get the fallback value.
 */
export function createConvars(folder: string, initial: Readonly<Record<string, string>>) {
  const values = new Map(Object.entries(initial))
  const readers = new Map<string, Set<string>>()
  const allowed = new Set<string>()

  const run = (line: string): void => {
    const [command = '', ...words] = [...line.replace(/^\s*#.*/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, word]) => quoted ?? word ?? '',
    )
    const [first = '', second = '', third = ''] = words
    if (command === 'set') values.set(first, second)
    if (command === 'exec' && first.startsWith('@tenfour/')) execute(readFileSync(join(folder, first.slice('@tenfour/'.length)), 'utf8'))
    if (command === 'add_ace' && third === 'allow') allowed.add(`${first} ${second}`)
    if (command === 'add_convar_permission' && second === 'read') readers.set(third, new Set([...(readers.get(third) ?? []), first]))
  }
  const execute = (config: string): void => config.split('\n').forEach(run)
  return {
    /** Runs the lines of a `server.cfg`. */
    execute,
    set: (name: string, value: string) => void values.set(name, value),
    value: (name: string) => values.get(name),
    /** By an `add_ace` line. */
    isAllowed: (principal: string, object: string): boolean => allowed.has(`${principal} ${object}`),
    readAs: (resource: string, name: string, fallback: string): string =>
      readers.get(name)?.has(resource) === false ? fallback : (values.get(name) ?? fallback),
  }
}
