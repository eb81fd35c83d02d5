export { findVehicles, vehiclesOf } from './vehicles.rows.ts'
export { transfersOf } from './vehicles.transfers.ts'
