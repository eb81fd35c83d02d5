export type FakeVehicle = { readonly plate: string; readonly model: string; readonly label: string }
type Blip = { x: number; y: number; name: string; colour: number; hasRoute: boolean }

/** The handle of the vehicle ahead, and the one that a shape test returns if it hit nothing. */
const VEHICLE = 77
const NOTHING = 0
const [PENDING, DONE] = [1, 2]

/**
 * Blips of one player's map, and the vehicle ahead of them. Natives as in citizenfx/natives at 43f56259: a shape test may still be pending (1) when it is
 * read first, and is complete with 2 (SHAPETEST/GetShapeTestResult.md); an unknown model is named CARNOTFOUND (VEHICLE/GetDisplayNameFromVehicleModel.md).
 * A plate has eight characters, padded with spaces: VEHICLE/GetVehicleNumberPlateText.md.
 */
export function createMap() {
  const blips = new Map<number, Blip>()
  let lastBlip = 0
  let ahead: FakeVehicle | null = null
  let readsLeft = 0
  let name = ''
  const change = (blip: number, changed: Partial<Blip>) => void Object.assign(blips.get(blip) ?? {}, changed)
  const natives = {
    AddBlipForCoord: (x: number, y: number) => {
      blips.set((lastBlip += 1), { x, y, name: '', colour: 0, hasRoute: false })
      return lastBlip
    },
    SetBlipSprite: () => undefined,
    SetBlipColour: (blip: number, colour: number) => change(blip, { colour }),
    SetBlipAsShortRange: () => undefined,
    BeginTextCommandSetBlipName: () => void (name = ''),
    EndTextCommandSetBlipName: (blip: number) => change(blip, { name }),
    SetBlipRoute: (blip: number, hasRoute: boolean) => change(blip, { hasRoute }),
    SetBlipRouteColour: () => undefined,
    RemoveBlip: (blip: number) => void blips.delete(blip),
    GetVehiclePedIsIn: () => 0,
    GetOffsetFromEntityInWorldCoords: (_entity: number, x: number, y: number, z: number) => [x, y, z],
    StartShapeTestCapsule: () => {
      readsLeft = 1
      return 1
    },
    GetShapeTestResult: () => {
      readsLeft -= 1
      return [readsLeft >= 0 ? PENDING : DONE, ahead !== null, [0, 0, 0], [0, 0, 0], ahead ? VEHICLE : NOTHING]
    },
    IsEntityAVehicle: (entity: number) => entity === VEHICLE,
    GetVehicleNumberPlateText: () => ahead?.plate.padEnd(8) ?? '',
    GetEntityModel: () => 1,
    GetDisplayNameFromVehicleModel: () => ahead?.model ?? 'CARNOTFOUND',
    GetLabelText: () => ahead?.label ?? 'NULL',
  }
  return {
    natives,
    /** A text that fills a label while a blip is named. */
    addText: (text: string) => void (name += text),
    blips: () => [...blips.values()],
    /** Puts a vehicle in front of the player; null takes it away. */
    putAhead: (vehicle: FakeVehicle | null) => void (ahead = vehicle),
  }
}
