import type { BridgeConfig } from '../config.ts'
import { NET } from '../net.ts'
import { placeOf } from './place.ts'

/** How far ahead a vehicle is seen, and how wide, in metres. */
const AHEAD = 50
const RADIUS = 3
/** Vehicles, and the peds in them, as the plate reader asks: cl_utils.lua of WolfKnight98/wk_wars2x at 1feb7ba. */
const VEHICLES = 10
const PENDING = 1
const MAX_TRIES = 10

/** Calls back with the nearest vehicle in front of the player, or of the vehicle that they drive; 0 for none. */
function lookAhead(found: (vehicle: number) => void): void {
  const ped = PlayerPedId()
  const from = GetVehiclePedIsIn(ped, false) || ped
  const [x1 = 0, y1 = 0, z1 = 0] = GetOffsetFromEntityInWorldCoords(from, 0, 1, 0.5)
  const [x2 = 0, y2 = 0, z2 = 0] = GetOffsetFromEntityInWorldCoords(from, 0, AHEAD, 0.5)
  const test = StartShapeTestCapsule(x1, y1, z1, x2, y2, z2, RADIUS, VEHICLES, from, 7)
  const read = (triesLeft: number): void => {
    const [status, , , , entity] = GetShapeTestResult(test)
    if (status === PENDING && triesLeft > 0) setTimeout(() => read(triesLeft - 1), 0)
    else found(entity !== 0 && IsEntityAVehicle(entity) ? entity : 0)
  }
  read(MAX_TRIES)
}

/** The name that the game shows for a model. Models without one have their own name. */
function modelOf(vehicle: number): string {
  const name = GetDisplayNameFromVehicleModel(GetEntityModel(vehicle))
  if (name === 'CARNOTFOUND') return ''
  const label = GetLabelText(name)
  return label === 'NULL' ? name : label
}

/** Plate, model and place of the vehicle ahead, for the server to begin a traffic stop with, or to end one. */
export function pressTrafficStop(postal: BridgeConfig['postal'], words: string): void {
  lookAhead((vehicle) => {
    const seen = vehicle === 0 ? null : { plate: GetVehicleNumberPlateText(vehicle).trim(), model: modelOf(vehicle) }
    emitNet(NET.trafficStop, seen, placeOf(postal), words)
  })
}
