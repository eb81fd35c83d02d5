import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import vm from 'node:vm'
import { createEmitter, overTheWire, type Handler } from './fake-wire.ts'

export type FakePlayer = { name: string; identifiers: string[]; x: number; y: number; z: number; heading: number; hasBody: boolean }
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

/** Someone who connects has a number of this size until they have joined. */
const FIRST_TEMPORARY = 0x10000
const PED = 1000

/**
 * As much of a FiveM server as the bridge uses, with what is awkward about it: the script runs in the global scope, `source` is set while
 * an event is handled, whoever connects is no player yet, a native throws where there is nothing to ask about.
 */
export function createFakeFivem({ folder, convars }: { folder: string; convars: Readonly<Record<string, string>> }) {
  const values = new Map(Object.entries({ onesync: 'on', ...convars }))
  const players = new Map<number, FakePlayer>()
  const commands = new Map<string, (source: number, args: string[], raw: string) => void>()
  const published = new Map<string, Handler>()
  const sent: Sent[] = []
  const dropped: { readonly source: number; readonly reason: string }[] = []
  const printed: string[] = []
  let nextSource = 1
  let nextTemporary = FIRST_TEMPORARY

  const print = (...parts: unknown[]) => void printed.push(parts.map(String).join(' '))
  const emitter = createEmitter({ setSource: (source) => void (context['source'] = source), complain: print })
  const hasOneSync = () => values.get('onesync') !== 'off'
  const bodyOf = (entity: number): FakePlayer => {
    const player = players.get(entity - PED)
    if (!hasOneSync() || !player?.hasBody) throw new Error(`Tried to access invalid entity: ${entity}`)
    return player
  }
  const context: Record<string, unknown> = {
    ...NODE,
    console: { log: print, warn: print, error: print, info: print, debug: print },
    require: createRequire(join(folder, 'server.js')),
    exports: Object.assign((name: string, fn: Handler) => void published.set(name, fn), {}),
    source: null,
    GetCurrentResourceName: () => 'tenfour',
    GetResourcePath: () => folder,
    GetResourceMetadata: (_resource: string, key: string) => (key === 'version' ? '0.1.0' : null),
    LoadResourceFile: (_resource: string, file: string) =>
      existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : null,
    GetConvar: (name: string, fallback: string) => values.get(name) ?? fallback,
    GetConvarInt: (name: string, fallback: number) => Number(values.get(name) ?? fallback),
    SetConvar: (name: string, value: string) => void values.set(name, value),
    getPlayers: () => [...players.keys()].filter((source) => source < FIRST_TEMPORARY).map(String),
    GetPlayerName: (source: string) => players.get(Number(source))?.name ?? null,
    getPlayerIdentifiers: (source: string) => players.get(Number(source))?.identifiers ?? [],
    GetPlayerPed: (source: string) => (hasOneSync() && players.get(Number(source))?.hasBody ? Number(source) + PED : 0),
    GetEntityCoords: (entity: number) => [bodyOf(entity).x, bodyOf(entity).y, bodyOf(entity).z],
    GetEntityHeading: (entity: number) => bodyOf(entity).heading,
    GetVehiclePedIsIn: (entity: number) => (bodyOf(entity), 0),
    DropPlayer: (source: string, reason: string) => {
      dropped.push({ source: Number(source), reason })
      leave(Number(source), reason)
    },
    on: emitter.on,
    onNet: emitter.onNet,
    emit: (event: string, ...args: unknown[]) => emitter.local(event, args),
    emitNet: (event: string, target: number | string, ...args: unknown[]) =>
      void sent.push({ event, target: Number(target), args: args.map(overTheWire) }),
    RegisterCommand: (name: string, handler: (source: number, args: string[], raw: string) => void) => void commands.set(name, handler),
  }
  context['global'] = context
  context['globalThis'] = context

  const leave = (source: number, reason: string) => {
    if (!players.has(source)) return
    emitter.internal('playerDropped', source, [reason])
    players.delete(source)
  }

  return {
    players,
    sent,
    dropped,
    printed,
    convar: (name: string) => values.get(name),
    /** As in `server.cfg`, or at the console of the running server. */
    setConvar: (name: string, value: string) => void values.set(name, value),
    start: () => {
      vm.createContext(context)
      vm.runInContext(readFileSync(join(folder, 'server.js'), 'utf8'), context, { filename: join(folder, 'server.js') })
      emitter.local('onResourceStart', ['tenfour'])
    },
    stop: () => {
      emitter.local('onResourceStop', ['tenfour'])
      emitter.clear()
      commands.clear()
    },
    /** Connects as FiveM lets one: the resource may put it off, and turn it away. Answers the player's number, or why not. */
    join: async (player: Partial<FakePlayer> & Pick<FakePlayer, 'name' | 'identifiers'>): Promise<number | string> => {
      const temporary = nextTemporary++
      players.set(temporary, { x: 0, y: 0, z: 30, heading: 0, hasBody: false, ...player })
      const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
      const state = { isDeferred: false, isSameTick: true }
      const deferrals = {
        defer: () => {
          state.isDeferred = true
          queueMicrotask(() => void (state.isSameTick = false))
        },
        update: () => {},
        done: (...reasons: unknown[]) => {
          if (state.isSameTick) return reject(new Error('a deferral was done in the tick it began in: FiveM would wait for ever'))
          if (reasons.length > 0 && typeof reasons[0] !== 'string')
            return reject(new Error('a deferral was done with a reason that is no text: FiveM fails over it, and waits for ever'))
          resolve(reasons[0] as string | undefined)
        },
      }
      emitter.internal('playerConnecting', temporary, [player.name, () => {}, deferrals])
      const reason = state.isDeferred ? await promise : undefined
      const known = players.get(temporary)
      players.delete(temporary)
      if (reason !== undefined || !known) return reason ?? 'The connection was lost'
      const source = nextSource++
      players.set(source, { ...known, hasBody: player.hasBody ?? true })
      emitter.internal('playerJoining', source, [String(temporary)])
      return source
    },
    leave,
    command: (source: number, name: string, ...args: string[]) => commands.get(name)?.(source, args, [name, ...args].join(' ')),
    hasCommand: (name: string) => commands.has(name),
    /** What a player's game sends. */
    fromGame: (source: number, event: string, ...args: unknown[]) => emitter.net(event, source, args),
    /** What another resource on the server does. */
    fromResource: (event: string, ...args: unknown[]) => emitter.local(event, args),
    /** Another resource that listens. */
    listen: (event: string, handler: (...args: never[]) => void) => emitter.on(event, handler as Handler),
    callExport: (name: string, ...args: unknown[]) => overTheWire(published.get(name)?.(...args.map(overTheWire))),
  }
}
export type FakeFivem = ReturnType<typeof createFakeFivem>
