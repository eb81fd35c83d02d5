export { findOwnCall, insertOwnCall, pingJson } from './desk.repo.ts'
export type { DeskService } from './desk.service.ts'
