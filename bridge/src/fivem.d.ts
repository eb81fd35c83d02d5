// What the bridge uses of FiveM, in the game server's and in the game's own scripts. Their names are FiveM's.

declare function GetCurrentResourceName(): string
declare function GetResourcePath(resource: string): string
declare function GetResourceMetadata(resource: string, key: string, index: number): string | null
declare function LoadResourceFile(resource: string, file: string): string | null
declare function on(event: string, handler: (...args: never[]) => void): void
declare function onNet(event: string, handler: (...args: never[]) => void): void
declare function emit(event: string, ...args: unknown[]): void
declare function RegisterCommand(name: string, handler: (source: number, args: string[], raw: string) => void, isRestricted: boolean): void

declare function GetRegisteredCommands(): { name: string; resource: string }[]

// In the server's scripts.
declare function GetConvar(name: string, fallback: string): string
declare function GetConvarInt(name: string, fallback: number): number
declare function GetResourceState(resource: string): string
declare function getPlayers(): string[]
declare function GetPlayerName(source: string): string | null
declare function getPlayerIdentifiers(source: string): string[]
declare function GetPlayerPed(source: string): number
declare function GetEntityCoords(entity: number, isAlive?: boolean): number[]
declare function GetEntityHeading(entity: number): number
declare function GetVehiclePedIsIn(ped: number, lastVehicle: boolean): number
declare function DropPlayer(source: string, reason: string): void
/** To the player named first; in the game's scripts to the server, and nobody is named. */
declare function emitNet(event: string, ...args: unknown[]): void
/** The player whose event is being handled, while it is. */
declare let source: number

// In the game's scripts.
declare function PlayerPedId(): number
declare function GetStreetNameAtCoord(x: number, y: number, z: number): [street: number, crossing: number]
declare function GetStreetNameFromHashKey(hash: number): string
declare function SetNewWaypoint(x: number, y: number): void
declare function BeginTextCommandThefeedPost(text: string): void
declare function AddTextComponentSubstringPlayerName(text: string): void
declare function EndTextCommandThefeedPostTicker(isImportant: boolean, isInBrief: boolean): number
declare function PlaySoundFrontend(id: number, name: string, set: string, isScripted: boolean): void
declare function RegisterKeyMapping(command: string, description: string, mapper: string, key: string): void
declare function SetNuiFocus(hasFocus: boolean, hasCursor: boolean): void
declare function SendNuiMessage(json: string): void
/** What the page posts to it is the event `__cfx_nui:<name>`. */
declare function RegisterNuiCallbackType(name: string): void
declare function CreateDui(url: string, width: number, height: number): number
declare function GetDuiHandle(dui: number): string
declare function DestroyDui(dui: number): void
declare function CreateRuntimeTxd(name: string): number
declare function CreateRuntimeTextureFromDuiHandle(txd: number, name: string, handle: string): number
declare function AddReplaceTexture(dictionary: string, texture: string, newDictionary: string, newTexture: string): void
declare function RemoveReplaceTexture(dictionary: string, texture: string): void

// Callable, to publish a function under a name; indexed by resource, to call what another one published.
declare const exports: ((name: string, fn: (...args: never[]) => unknown) => void) &
  Readonly<Record<string, Readonly<Record<string, (...args: unknown[]) => unknown>>>>
