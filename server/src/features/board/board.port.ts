export { findCall, findUnit, openCalls, unitsOnDuty } from './board.repo.ts'
export { callJson, callTables, iso } from './board.rows.ts'
export { assertAllowed, authorOf, directs, dispatches, watches, type Board } from './board.service.ts'
export type { Author, Draft } from './board.draft.ts'
