export { findOwnCall, insertOwnCall } from './desk.repo.ts'
