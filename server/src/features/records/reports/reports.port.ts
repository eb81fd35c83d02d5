// For lookups, and for what members see of their own.
export { isServed, ownFines, penaltiesOnRecord } from './penalties/penalties.rows.ts'
export { patientReports, reportsOnRecord } from './read/reports.on-person.ts'
// For the game.
export type { GameFines } from './penalties/penalties.fines.ts'
export { acknowledgePenalty, penaltyPush, waitingPenalties } from './penalties/penalties.messages.ts'
// For warrants: reports that support them, and what their drafts may name.
export { findSupporting, findSupportingFor, readSupport, type Support, type SupportingReport } from './read/reports.supporting.ts'
export { findOnCall } from './drafts/reports.facts.ts'
export { assertKnownPerson, assertKnownVehicle, type HasShown } from './drafts/reports.known.ts'
export { findNamed, type Named, type NamedPerson } from './drafts/reports.named.ts'
export { assertOffences } from './drafts/reports.references.ts'
export { belongsTo } from './drafts/reports.writers.ts'
export { offenceWords } from './reports.labels.ts'
