export { findOwnCall, insertOwnCall, pingJson } from './desk.repo.ts'
