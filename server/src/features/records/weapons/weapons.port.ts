export { findWeapons, weaponsOf } from './weapons.repo.ts'
export { countWeapons } from './weapons.repo.ts'
