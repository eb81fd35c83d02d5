export { findWeapons, weaponsOf } from './weapons.rows.ts'
export { countWeapons } from './weapons.repo.ts'
