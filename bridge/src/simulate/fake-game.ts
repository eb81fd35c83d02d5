import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import vm from 'node:vm'
import { createCommands, type CommandHandler } from './fake-commands.ts'
import { readManifest } from './fake-config.ts'
import { createMap } from './fake-map.ts'
import { createTextures } from './fake-textures.ts'
import { createEmitter, overTheWire, type Handler } from './fake-wire.ts'

const RESOURCE = 'tenfour'

/** Client scripts run in V8 9.3 (2021) or later. */
const FORGET_LATER_YEARS = `
  const later = [
    [Array.prototype, ['findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with']],
    [Array, ['fromAsync']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Promise, ['withResolvers', 'try']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [globalThis, ['Iterator']],
  ]
  for (const [on, names] of later) for (const name of names) Reflect.deleteProperty(on, name)`

type Place = { readonly x: number; readonly y: number; readonly z: number; readonly street: string; readonly crossing: string }

/**
 * One player's client: the language itself and FiveM's natives, without Node or a browser. Textures made by scripts outlive them until the
 * player leaves.
 */
export function createFakeGame({ folder, place: start }: { folder: string; place: Place }) {
  let place = start
  let isPosting = false
  const commands = createCommands()
  const textures = createTextures()
  const map = createMap()
  const running = new Set<string>()
  const { isStrict } = readManifest(folder)
  const toServer: { readonly event: string; readonly args: unknown[] }[] = []
  const notices: string[][] = []
  const pageMessages: unknown[] = []
  const called: { readonly native: string; readonly args: unknown[] }[] = []
  const others: Record<string, Record<string, Handler>> = {}
  const emitted: { readonly event: string; readonly args: unknown[] }[] = []
  const callbacks = new Set<string>()
  const printed: string[] = []
  const emitter = createEmitter({ setSource: (source) => void (context['source'] = source), complain: (line) => void printed.push(line) })
  const noted =
    (native: string) =>
    (...args: unknown[]) =>
      void called.push({ native, args })
  const streets = () => [place.street, place.crossing]

  const context: Record<string, unknown> = {
    console: { log: (...parts: unknown[]) => void printed.push(parts.map(String).join(' ')) },
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
    source: null,
    exports: others,
    on: emitter.on,
    onNet: emitter.onNet,
    emit: (event: string, ...args: unknown[]) => {
      emitted.push({ event, args: args.map(overTheWire) })
      emitter.local(event, args)
    },
    emitNet: (event: string, ...args: unknown[]) => void toServer.push({ event, args: args.map(overTheWire) }),
    GetCurrentResourceName: () => RESOURCE,
    RegisterCommand: (name: string, handler: CommandHandler) => commands.register(RESOURCE, name, handler),
    GetRegisteredCommands: () => overTheWire(commands.list()),
    PlayerPedId: () => 1,
    GetEntityCoords: () => [place.x, place.y, place.z],
    GetStreetNameAtCoord: () => streets().map((name, index) => (name === '' ? 0 : index + 1)),
    GetStreetNameFromHashKey: (hash: number) => streets()[hash - 1],
    BeginTextCommandThefeedPost: (label: string) => {
      isPosting = true
      notices.push([label])
    },
    AddTextComponentSubstringPlayerName: (text: string) => {
      map.addText(text)
      if (isPosting) notices.at(-1)?.push(text)
    },
    EndTextCommandThefeedPostTicker: () => {
      isPosting = false
      return 1
    },
    RegisterNuiCallbackType: (name: string) => void callbacks.add(name),
    SendNuiMessage: (json: string) => void pageMessages.push(JSON.parse(json)),
    ...textures.natives,
    ...map.natives,
    GetResourceState: (resource: string) => (running.has(resource) ? 'started' : 'missing'),
    ...Object.fromEntries(['PlaySoundFrontend', 'SetNuiFocus', 'RegisterKeyMapping'].map((native) => [native, noted(native)])),
  }
  const run = () => void vm.runInContext(readFileSync(join(folder, 'client.js'), 'utf8'), context, { filename: join(folder, 'client.js') })
  const stop = () => {
    emitter.local('onResourceStop', [RESOURCE])
    emitter.clear()
    commands.stop(RESOURCE)
  }
  vm.createContext(context)
  vm.runInContext(`{${FORGET_LATER_YEARS}}`, context)
  run()

  return {
    shownOn: textures.shownOn,
    browsers: textures.browsers,
    dictionaries: textures.dictionaries,
    blips: map.blips,
    putAhead: map.putAhead,
    textures: textures.textures,
    goTo: (x: number, y: number, z = place.z) => void (place = { ...place, x, y, z }),
    toServer,
    /** Each with its text label and the pieces that fill it. */
    notices,
    pageMessages,
    emitted,
    printed,
    calls: (native: string) => called.filter((each) => each.native === native).map(({ args }) => args),
    type: (name: string, ...args: string[]) => commands.run(name, 0, args),
    hasCommand: commands.has,
    /** Starts another client resource, which registers these commands. */
    startOther: (resource: string, ...names: string[]) => {
      running.add(resource)
      for (const name of names) commands.register(resource, name, () => void printed.push(`${resource} ran ${name}`))
      emitter.local('onResourceStart', [resource])
    },
    stopOther: (resource: string) => {
      running.delete(resource)
      emitter.local('onResourceStop', [resource])
      commands.stop(resource)
    },
    fromServer: (event: string, ...args: unknown[]) => emitter.net(event, 0, args),
    /** Posts from a resource's page to our NUI callback; returns whether it was answered. */
    fromPage: (name: string, resource = RESOURCE): boolean => {
      if (!callbacks.has(name) || (isStrict && resource !== RESOURCE)) return false
      let isAnswered = false
      emitter.local(`__cfx_nui:${name}`, [{}, () => void (isAnswered = true)])
      return isAnswered
    },
    /** Adds an export of another resource. */
    offer: (resource: string, name: string, fn: Handler) => void (others[resource] = { ...others[resource], [name]: fn }),
    stop,
    restart: () => {
      stop()
      run()
    },
  }
}
export type FakeGame = ReturnType<typeof createFakeGame>
