import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import vm from 'node:vm'
import { createEmitter, overTheWire, type Handler } from './fake-wire.ts'

type Place = { readonly x: number; readonly y: number; readonly z: number; readonly street: string; readonly crossing: string }

/** One player's game: the language itself, FiveM's natives, and nothing else; there is no Node and no browser. */
export function createFakeGame({ folder, place }: { folder: string; place: Place }) {
  const commands = new Map<string, (source: number, args: string[], raw: string) => void>()
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
  const streets = [place.street, place.crossing]
  let lastDui = 0

  const context: Record<string, unknown> = {
    console: { log: () => {} },
    setTimeout,
    clearTimeout,
    source: null,
    exports: others,
    on: emitter.on,
    onNet: emitter.onNet,
    emit: (event: string, ...args: unknown[]) => {
      emitted.push({ event, args: args.map(overTheWire) })
      emitter.local(event, args)
    },
    emitNet: (event: string, ...args: unknown[]) => void toServer.push({ event, args: args.map(overTheWire) }),
    GetCurrentResourceName: () => 'tenfour',
    RegisterCommand: (name: string, handler: (source: number, args: string[], raw: string) => void) => void commands.set(name, handler),
    PlayerPedId: () => 1,
    GetEntityCoords: () => [place.x, place.y, place.z],
    GetStreetNameAtCoord: () => streets.map((name, index) => (name === '' ? 0 : index + 1)),
    GetStreetNameFromHashKey: (hash: number) => streets[hash - 1],
    BeginTextCommandThefeedPost: (label: string) => void notices.push([label]),
    AddTextComponentSubstringPlayerName: (text: string) => void notices.at(-1)?.push(text),
    EndTextCommandThefeedPostTicker: () => 1,
    RegisterNuiCallbackType: (name: string) => void callbacks.add(name),
    SendNuiMessage: (json: string) => void pageMessages.push(JSON.parse(json)),
    CreateDui: (url: string, width: number, height: number) => {
      noted('CreateDui')(url, width, height)
      return (lastDui += 1)
    },
    GetDuiHandle: (dui: number) => `dui-${dui}`,
    CreateRuntimeTxd: () => 1,
    ...Object.fromEntries(
      [
        'PlaySoundFrontend',
        'SetNewWaypoint',
        'SetNuiFocus',
        'RegisterKeyMapping',
        'DestroyDui',
        'CreateRuntimeTextureFromDuiHandle',
        'AddReplaceTexture',
        'RemoveReplaceTexture',
      ].map((native) => [native, noted(native)]),
    ),
  }
  vm.createContext(context)
  vm.runInContext(readFileSync(join(folder, 'client.js'), 'utf8'), context, { filename: join(folder, 'client.js') })

  return {
    toServer,
    /** Each with the label of its text, and the pieces that fill it. */
    notices,
    pageMessages,
    emitted,
    printed,
    calls: (native: string) => called.filter((each) => each.native === native).map(({ args }) => args),
    type: (name: string, ...args: string[]) => commands.get(name)?.(0, args, [name, ...args].join(' ')),
    hasCommand: (name: string) => commands.has(name),
    fromServer: (event: string, ...args: unknown[]) => emitter.net(event, 0, args),
    /** What the page of the resource posts to it; whether anybody answered. */
    fromPage: (name: string): boolean => {
      if (!callbacks.has(name)) return false
      let isAnswered = false
      emitter.local(`__cfx_nui:${name}`, [{}, () => void (isAnswered = true)])
      return isAnswered
    },
    /** What another resource of this game offers. */
    offer: (resource: string, name: string, fn: Handler) => void (others[resource] = { ...others[resource], [name]: fn }),
    stop: () => emitter.local('onResourceStop', ['tenfour']),
  }
}
export type FakeGame = ReturnType<typeof createFakeGame>
