import { log as portalLog, type Log } from '../log/log.ts'

export type SettingsSink = {
  readonly save: (settings: Readonly<Record<string, unknown>>) => void | Promise<void>
  readonly load: () => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>
}

export type Settings = {
  /** The stored value; a falsy value counts as missing. */
  readonly get: <T>(key: string, fallback: T) => T
  readonly set: (key: unknown, value: unknown) => void
  readonly registerSink: (name: string, sink: SettingsSink) => void
  readonly save: (sinkName: string) => Promise<void>
  readonly load: (sinkName: string) => Promise<void>
}

/** Interface settings of this session. They are not saved automatically: the specification disables that timer. */
export function createSettings(log: Pick<Log, 'error' | 'warning'> = portalLog): Settings {
  const values = new Map<string, unknown>()
  const sinks = new Map<string, SettingsSink>()

  const set = (key: unknown, value: unknown) => {
    if (typeof key !== 'string') return log.error('A setting was set with a key that is no text', { kind: typeof key })
    values.set(key, value)
  }
  const sinkNamed = (name: string, purpose: string): SettingsSink | undefined => {
    const sink = sinks.get(name)
    if (!sink) log.warning(`Settings cannot be ${purpose}: there is no sink named ${name}`)
    return sink
  }

  return {
    get: <T>(key: string, fallback: T): T => (values.get(key) as T | undefined) || fallback,
    set,
    registerSink: (name, sink) => void sinks.set(name, sink),
    save: async (name) => sinkNamed(name, 'saved')?.save(Object.fromEntries(values)),
    async load(name) {
      const loaded = await sinkNamed(name, 'loaded')?.load()
      for (const [key, value] of Object.entries(loaded ?? {})) set(key, value)
    },
  }
}
