import { existsSync, readFileSync } from 'node:fs'
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
    /** Whether an `add_ace` line allows it. */
    isAllowed: (principal: string, object: string): boolean => allowed.has(`${principal} ${object}`),
    readAs: (resource: string, name: string, fallback: string): string =>
      readers.get(name)?.has(resource) === false ? fallback : (values.get(name) ?? fallback),
  }
}

/** The parts of `fxmanifest.lua` that FiveM itself acts on, before any script of the resource runs. */
export function readManifest(folder: string) {
  const file = join(folder, 'fxmanifest.lua')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const [, dependencies = ''] = /^dependencies\s*\{([^}]*)\}/m.exec(text) ?? []
  const constraints = [...dependencies.matchAll(/'\/(\w+)(?::(\d+))?'/g)].map(([, name = '', value = '']) => ({ name, value }))
  return {
    /** Why FXServer refuses to start it, in FXServer's words. */
    problems: ({ server, onesync }: { readonly server: number; readonly onesync: boolean }): string[] =>
      constraints.flatMap(({ name, value }) => {
        if (name === 'server' && server < Number(value)) return [`server needs to be ${value} or higher`]
        if (name === 'onesync' && !onesync) return ['OneSync needs to be enabled']
        return []
      }),
    /** Whether pages of other resources are barred from its NUI callbacks. */
    isStrict: /^nui_callback_strict_mode 'true'$/m.test(text),
  }
}
