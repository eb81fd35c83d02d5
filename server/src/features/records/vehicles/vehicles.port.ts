export { findVehicles, vehiclesOf } from './vehicles.rows.ts'
export { transfersOf } from './vehicles.transfers.ts'
export { countVehicles } from './vehicles.repo.ts'
export type { GameVehicles } from './vehicles.game.ts'
