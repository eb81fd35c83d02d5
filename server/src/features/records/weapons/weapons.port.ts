export { findWeapons, weaponsOf } from './weapons.rows.ts'
