import vm from 'node:vm'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { join } from 'node:path'
import { type CommandHandler, createCommands } from './fake-commands.ts'
import { createConvars, readManifest } from './fake-config.ts'
import { createEmitter, type Handler, overTheWire } from './fake-wire.ts'

export type FakePlayer = { name: string; identifiers: string[]; x: number; y: number; z: number; heading: number; hasBody: boolean }
type Sent = { readonly event: string; readonly target: number; readonly args: unknown[] }

/** Node globals that FiveM's scripts have too. */
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

/** Connecting players have a temporary number from here on until they have joined. */
const FIRST_TEMPORARY = 0x10000
const PED = 1000
const RESOURCE = 'tenfour'
/** A build of June 2026. */
const BUILD = 31_800

type Options = {
  readonly folder: string
  readonly convars: Readonly<Record<string, string>>
  /** Lines of a `server.cfg`, executed before anything starts. */
  readonly config?: string
  readonly build?: number
}

/** Functions that cross from a script into the game. */
const IS_NATIVE = /^[A-Z]|^(emit|emitNet|getPlayers|getPlayerIdentifiers)$/

function createMeter() {
  let [inTick, busiest] = [0, 0]
  return {
    count: (natives: number): void => {
      if (inTick === 0) setImmediate(() => void (inTick = 0))
      inTick += natives
      busiest = Math.max(busiest, inTick)
    },
    busiestTick: (): number => {
      const most = busiest
      busiest = 0
      return most
    },
  }
}

/**
 * The parts of a FiveM server that the bridge uses, quirks included: scripts run in the global scope, `source` is set while an event is
 * handled, a connecting client is not a player yet, natives throw for missing entities, a resource starts only if its manifest allows it,
 * and a missing module is reported in the console.
 */
export function createFakeFivem({ folder, convars: initial, config = '', build = BUILD }: Options) {
  const convars = createConvars(folder, { onesync: 'on', ...initial })
  convars.execute(config)
  const players = new Map<number, FakePlayer>()
  const commands = createCommands()
  /** Other running resources. */
  const others = new Set<string>()
  const published = new Map<string, Handler>()
  /** Exports of other resources. */
  const provided: Record<string, Record<string, Handler>> = {}
  const sent: Sent[] = []
  const dropped: { readonly source: number; readonly reason: string }[] = []
  const printed: string[] = []
  /** Members of groups, as 'player.1 group.x'. */
  const principals = new Set<string>()
  const meter = createMeter()
  let nextSource = 1
  let nextTemporary = FIRST_TEMPORARY

  const print = (...parts: unknown[]) => void printed.push(parts.map(String).join(' '))
  const emitter = createEmitter({ setSource: (source) => void (context['source'] = source), complain: print })
  const hasOneSync = () => convars.value('onesync') !== 'off'
  const nodeRequire = createRequire(join(folder, 'server.js'))
  const sandboxedRequire = (name: string): unknown => {
    // FXServer's sandbox looks for the file outside of the allowed folders and prints this even if the script does without it.
    if (!isBuiltin(name)) print(`denied access to the file of the module ${name}`)
    return nodeRequire(name)
  }
  const bodyOf = (entity: number): FakePlayer => {
    const player = players.get(entity - PED)
    if (!hasOneSync() || !player?.hasBody) throw new Error(`Tried to access invalid entity: ${entity}`)
    return player
  }
  const context: Record<string, unknown> = {
    ...NODE,
    console: { log: print, warn: print, error: print, info: print, debug: print },
    require: sandboxedRequire,
    exports: new Proxy((name: string, fn: Handler) => void published.set(name, fn), {
      get: (_exports, resource) => provided[String(resource)],
    }),
    source: null,
    GetCurrentResourceName: () => RESOURCE,
    GetResourceState: (resource: string) => (resource === RESOURCE || others.has(resource) ? 'started' : 'missing'),
    GetResourcePath: () => folder,
    GetResourceMetadata: (_resource: string, key: string) => (key === 'version' ? '0.1.0' : null),
    LoadResourceFile: (_resource: string, file: string) =>
      existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : null,
    GetConvar: (name: string, fallback: string) => convars.readAs(RESOURCE, name, fallback),
    GetConvarInt: (name: string, fallback: number) => Number(convars.readAs(RESOURCE, name, String(fallback))),
    getPlayers: () => [...players.keys()].filter((source) => source < FIRST_TEMPORARY).map(String),
    GetPlayerName: (source: string) => players.get(Number(source))?.name ?? null,
    getPlayerIdentifiers: (source: string) => players.get(Number(source))?.identifiers ?? [],
    GetPlayerPed: (source: string) => (hasOneSync() && players.get(Number(source))?.hasBody ? Number(source) + PED : 0),
    GetEntityCoords: (entity: number) => [bodyOf(entity).x, bodyOf(entity).y, bodyOf(entity).z],
    GetEntityHeading: (entity: number) => bodyOf(entity).heading,
    GetVehiclePedIsIn: (entity: number) => (bodyOf(entity), 0),
    IsPrincipalAceAllowed: (principal: string, object: string) => convars.isAllowed(principal, object),
    ExecuteCommand: (line: string) => {
      const [name = '', child = '', parent = ''] = line.split(' ')
      if (!convars.isAllowed(`resource.${RESOURCE}`, `command.${name}`)) return print(`Access denied for command ${name}.`)
      if (name === 'add_principal') principals.add(`${child} ${parent}`)
      if (name === 'remove_principal') principals.delete(`${child} ${parent}`)
    },
    DropPlayer: (source: string, reason: string) => {
      dropped.push({ source: Number(source), reason })
      leave(Number(source), reason)
    },
    on: emitter.on,
    onNet: emitter.onNet,
    emit: (event: string, ...args: unknown[]) => emitter.local(event, args),
    emitNet: (event: string, target: number | string, ...args: unknown[]) =>
      void sent.push({ event, target: Number(target), args: args.map(overTheWire) }),
    RegisterCommand: (name: string, handler: CommandHandler) => commands.register(RESOURCE, name, handler),
    GetRegisteredCommands: () => overTheWire(commands.list()),
  }
  for (const [name, fn] of Object.entries(context)) {
    if (typeof fn !== 'function' || name in NODE || !IS_NATIVE.test(name)) continue
    const native = fn as Handler
    context[name] = (...args: unknown[]) => {
      const result = native(...args)
      // These are functions of FiveM's own script, with one native for each entry.
      meter.count(name.startsWith('getPlayer') && Array.isArray(result) ? result.length + 1 : 1)
      return result
    }
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
    principals,
    /** The most natives that were called in one tick since the last time that this was asked. */
    busiestTick: meter.busiestTick,
    /** As read by another resource. */
    convarFor: (resource: string, name: string) => convars.readAs(resource, name, ''),
    /** As from `server.cfg` or the running server's console. */
    setConvar: convars.set,
    start: () => {
      const problems = readManifest(folder).problems({ server: build, onesync: hasOneSync() })
      if (problems.length > 0) {
        print(`Resource '${RESOURCE}' can't run:`)
        problems.forEach((problem, index) => print(`  ${index + 1}. ${problem}`))
        return print(`Couldn't start resource ${RESOURCE}.`)
      }
      vm.createContext(context)
      vm.runInContext(readFileSync(join(folder, 'server.js'), 'utf8'), context, { filename: join(folder, 'server.js') })
      emitter.local('onResourceStart', [RESOURCE])
    },
    stop: () => {
      emitter.local('onResourceStop', [RESOURCE])
      emitter.clear()
      commands.stop(RESOURCE)
    },
    /** Starts another resource, which registers these commands. */
    startOther: (resource: string, ...names: string[]) => {
      others.add(resource)
      for (const name of names) commands.register(resource, name, () => print(`${resource} ran ${name}`))
      emitter.local('onResourceStart', [resource])
    },
    /** Gives another resource exports, which it has from its start. */
    provide: (resource: string, exported: Readonly<Record<string, Handler>>) => {
      provided[resource] = Object.fromEntries(
        Object.entries(exported).map(([name, fn]) => [name, (...args: unknown[]) => overTheWire(fn(...args.map(overTheWire)))]),
      )
    },
    stopOther: (resource: string) => {
      others.delete(resource)
      emitter.local('onResourceStop', [resource])
      commands.stop(resource)
    },
    /** Connects like FiveM: the resource may defer and refuse it. Returns the player's number, or the reason. */
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
    command: (source: number, name: string, ...args: string[]) => commands.run(name, source, args),
    hasCommand: commands.has,
    /** Sends an event from a player's client. */
    fromGame: (source: number, event: string, ...args: unknown[]) => emitter.net(event, source, args),
    /** Emits an event from another resource on the server. */
    fromResource: (event: string, ...args: unknown[]) => emitter.local(event, args),
    /** Adds a listener of another resource. */
    listen: (event: string, handler: (...args: never[]) => void) => emitter.on(event, handler as Handler),
    callExport: (name: string, ...args: unknown[]) => overTheWire(published.get(name)?.(...args.map(overTheWire))),
  }
}
export type FakeFivem = ReturnType<typeof createFakeFivem>
