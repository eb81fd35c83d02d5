export { findVehicles, vehiclesOf } from './vehicles.rows.ts'
