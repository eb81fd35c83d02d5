import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import vm from 'node:vm'

export type FakePlayer = { name: string; identifiers: string[]; x: number; y: number; z: number; heading: number }
type Handler = (...args: unknown[]) => unknown
type Sent = { readonly event: string; readonly target: number; readonly args: unknown[] }

/** What Node gives a script in FiveM too. */
const NODE = {
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  setImmediate,
  queueMicrotask,
  Buffer,
  URL,
  URLSearchParams,
  fetch,
  TextEncoder,
  TextDecoder,
  AbortController,
  AbortSignal,
  performance,
  process,
  structuredClone,
  crypto,
}

/** As much of a FiveM server as the bridge uses. It runs the bundle as FiveM does: one script, globals, `source` set while an event is handled. */
export function createFakeFivem({ folder, convars }: { folder: string; convars: Readonly<Record<string, string>> }) {
  const values = new Map(Object.entries(convars))
  const players = new Map<number, FakePlayer>()
  const handlers = new Map<string, Handler[]>()
  const netHandlers = new Map<string, Handler[]>()
  const commands = new Map<string, (source: number, args: string[], raw: string) => void>()
  const published = new Map<string, Handler>()
  const sent: Sent[] = []
  const dropped: { readonly source: number; readonly reason: string }[] = []
  const printed: string[] = []
  let nextSource = 1

  const add = (map: Map<string, Handler[]>) => (event: string, handler: Handler) =>
    void map.set(event, [...(map.get(event) ?? []), handler])
  const print = (...parts: unknown[]) => void printed.push(parts.map(String).join(' '))
  const pedOf = (entity: number) => players.get(entity - 1000)
  const context: Record<string, unknown> = {
    ...NODE,
    console: { log: print, warn: print, error: print, info: print, debug: print },
    require: createRequire(join(folder, 'server.js')),
    exports: Object.assign((name: string, fn: Handler) => void published.set(name, fn), {}),
    source: 0,
    GetCurrentResourceName: () => 'tenfour',
    GetResourcePath: () => folder,
    GetResourceMetadata: (_resource: string, key: string) => (key === 'version' ? '0.1.0' : null),
    LoadResourceFile: (_resource: string, file: string) =>
      existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : null,
    GetConvar: (name: string, fallback: string) => values.get(name) ?? fallback,
    GetConvarInt: (name: string, fallback: number) => Number(values.get(name) ?? fallback),
    SetConvar: (name: string, value: string) => void values.set(name, value),
    getPlayers: () => [...players.keys()].map(String),
    GetPlayerName: (source: string) => players.get(Number(source))?.name ?? null,
    getPlayerIdentifiers: (source: string) => players.get(Number(source))?.identifiers ?? [],
    GetPlayerPed: (source: string) => Number(source) + 1000,
    GetEntityCoords: (entity: number) => [pedOf(entity)?.x ?? 0, pedOf(entity)?.y ?? 0, pedOf(entity)?.z ?? 0],
    GetEntityHeading: (entity: number) => pedOf(entity)?.heading ?? 0,
    DropPlayer: (source: string, reason: string) => {
      dropped.push({ source: Number(source), reason })
      leave(Number(source), reason)
    },
    on: add(handlers),
    onNet: add(netHandlers),
    emit: (event: string, ...args: unknown[]) => fire(handlers, event, 0, args),
    emitNet: (event: string, target: number | string, ...args: unknown[]) => void sent.push({ event, target: Number(target), args }),
    RegisterCommand: (name: string, handler: (source: number, args: string[], raw: string) => void) => void commands.set(name, handler),
  }
  context['global'] = context
  context['globalThis'] = context

  const fire = (map: Map<string, Handler[]>, event: string, source: number, args: readonly unknown[]) => {
    context['source'] = source
    for (const handler of map.get(event) ?? []) handler(...args)
    context['source'] = 0
  }
  const leave = (source: number, reason: string) => {
    if (!players.has(source)) return
    fire(handlers, 'playerDropped', source, [reason])
    players.delete(source)
  }

  return {
    players,
    sent,
    dropped,
    printed,
    convar: (name: string) => values.get(name),
    start: () => {
      vm.createContext(context)
      vm.runInContext(readFileSync(join(folder, 'server.js'), 'utf8'), context, { filename: join(folder, 'server.js') })
      fire(handlers, 'onResourceStart', 0, ['tenfour'])
    },
    stop: () => {
      fire(handlers, 'onResourceStop', 0, ['tenfour'])
      handlers.clear()
    },
    /** Connects as FiveM lets one: the resource may put it off, and turn it away. Answers the player's number, or why not. */
    join: async (player: Partial<FakePlayer> & Pick<FakePlayer, 'name' | 'identifiers'>): Promise<number | string> => {
      const source = nextSource++
      players.set(source, { x: 0, y: 0, z: 30, heading: 0, ...player })
      const { promise, resolve } = Promise.withResolvers<string | undefined>()
      let isDeferred = false
      const deferrals = { defer: () => void (isDeferred = true), update: () => {}, done: (reason?: string) => resolve(reason) }
      fire(handlers, 'playerConnecting', source, [player.name, () => {}, deferrals])
      const reason = isDeferred ? await promise : undefined
      if (reason !== undefined) {
        players.delete(source)
        return reason
      }
      fire(handlers, 'playerJoining', source, [])
      return source
    },
    leave,
    command: (source: number, name: string, ...args: string[]) => commands.get(name)?.(source, args, [name, ...args].join(' ')),
    hasCommand: (name: string) => commands.has(name),
    /** What a player's game sends. */
    fromGame: (source: number, event: string, ...args: unknown[]) => fire(netHandlers, event, source, args),
    /** What another resource on the server does. */
    fromResource: (event: string, ...args: unknown[]) => fire(handlers, event, 0, args),
    /** Another resource that listens. */
    listen: (event: string, handler: (...args: never[]) => void) => add(handlers)(event, handler as Handler),
    callExport: (name: string, ...args: unknown[]) => published.get(name)?.(...args),
  }
}
export type FakeFivem = ReturnType<typeof createFakeFivem>
