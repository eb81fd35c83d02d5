// The FiveM API used by the bridge, in server and client scripts. Names are FiveM's.

declare function GetCurrentResourceName(): string
declare function GetResourcePath(resource: string): string
declare function GetResourceMetadata(resource: string, key: string, index: number): string | null
declare function LoadResourceFile(resource: string, file: string): string | null
declare function on(event: string, handler: (...args: never[]) => void): void
declare function onNet(event: string, handler: (...args: never[]) => void): void
declare function emit(event: string, ...args: unknown[]): void
declare function RegisterCommand(name: string, handler: (source: number, args: string[], raw: string) => void, isRestricted: boolean): void

declare function GetRegisteredCommands(): { name: string; resource: string }[]

// Server scripts.
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
/** Runs a console command with the rights of the resource. */
declare function ExecuteCommand(command: string): void
declare function IsPrincipalAceAllowed(principal: string, object: string): boolean
declare function DropPlayer(source: string, reason: string): void
/** On the server the first argument is the target player; on the client there is no target. */
declare function emitNet(event: string, ...args: unknown[]): void
/** The player whose event is currently being handled. */
declare let source: number

// Client scripts.
declare function PlayerPedId(): number
declare function GetStreetNameAtCoord(x: number, y: number, z: number): [street: number, crossing: number]
declare function GetStreetNameFromHashKey(hash: number): string
declare function AddBlipForCoord(x: number, y: number, z: number): number
declare function SetBlipSprite(blip: number, sprite: number): void
declare function SetBlipColour(blip: number, colour: number): void
declare function SetBlipAsShortRange(blip: number, isShortRange: boolean): void
declare function BeginTextCommandSetBlipName(text: string): void
declare function EndTextCommandSetBlipName(blip: number): void
declare function SetBlipRoute(blip: number, isShown: boolean): void
declare function SetBlipRouteColour(blip: number, colour: number): void
declare function RemoveBlip(blip: number): void
declare function GetOffsetFromEntityInWorldCoords(entity: number, x: number, y: number, z: number): number[]
/** Flags say what is looked for; the result is read with the handle, at once or in a later tick. */
declare function StartShapeTestCapsule(
  x1: number,
  y1: number,
  z1: number,
  x2: number,
  y2: number,
  z2: number,
  radius: number,
  flags: number,
  ignored: number,
  colliders: number,
): number
declare function GetShapeTestResult(handle: number): [status: number, hit: boolean, end: number[], normal: number[], entity: number]
declare function IsEntityAVehicle(entity: number): boolean
declare function GetVehicleNumberPlateText(vehicle: number): string
declare function GetEntityModel(entity: number): number
declare function GetDisplayNameFromVehicleModel(model: number): string
/** The game's text for a label; 'NULL' if there is none. */
declare function GetLabelText(label: string): string
declare function BeginTextCommandThefeedPost(text: string): void
declare function AddTextComponentSubstringPlayerName(text: string): void
declare function EndTextCommandThefeedPostTicker(isImportant: boolean, isInBrief: boolean): number
declare function PlaySoundFrontend(id: number, name: string, set: string, isScripted: boolean): void
declare function RegisterKeyMapping(command: string, description: string, mapper: string, key: string): void
declare function SetNuiFocus(hasFocus: boolean, hasCursor: boolean): void
declare function SendNuiMessage(json: string): void
/** A message that the page posts arrives as the event `__cfx_nui:<name>`. */
declare function RegisterNuiCallbackType(name: string): void
declare function CreateDui(url: string, width: number, height: number): number
declare function GetDuiHandle(dui: number): string
declare function SetDuiUrl(dui: number, url: string): void
declare function DestroyDui(dui: number): void
declare function CreateRuntimeTxd(name: string): number
declare function CreateRuntimeTextureFromDuiHandle(txd: number, name: string, handle: string): number
declare function AddReplaceTexture(dictionary: string, texture: string, newDictionary: string, newTexture: string): void
declare function RemoveReplaceTexture(dictionary: string, texture: string): void

// Call it to export a function; index it by resource to call another resource's export.
declare const exports: ((name: string, fn: (...args: never[]) => unknown) => void) &
  Readonly<Record<string, Readonly<Record<string, (...args: unknown[]) => unknown>>>>
