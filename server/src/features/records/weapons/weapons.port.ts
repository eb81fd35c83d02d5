export { findWeapons, weaponsOf } from './weapons.repo.ts'
export { countWeapons, decideApproval as decideWeapon, lockWeapon } from './weapons.repo.ts'
export { label as weaponLabel } from './weapons.service.ts'
