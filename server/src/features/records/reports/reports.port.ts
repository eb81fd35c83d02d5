export { findOnCall } from './drafts/reports.facts.ts'
export { knownPeople, knownVehicles, type HasShown } from './drafts/reports.known.ts'
export { readSupport, type Support } from './read/reports.detail.ts'
export {
  currentIds,
  findCall,
  findOffences,
  findPeople,
  findVehicles,
  type NamedOffence,
  type NamedPerson,
} from './drafts/reports.named.ts'
export { withFines } from './read/reports.read.ts'
export { mayRead, readerOf } from './read/reports.readers.ts'
export { acknowledgePenalty, penaltyPush, waitingPenalties } from './penalties/penalties.messages.ts'
export { isServed, ownFines, penaltiesOnRecord } from './penalties/penalties.rows.ts'
export { patientReports, reportsOnRecord } from './read/reports.record.ts'
export { assertOffences, UNKNOWN_PERSON, UNKNOWN_VEHICLE, without } from './drafts/reports.references.ts'
export { findSupporting, type SupportingReport } from './read/reports.supporting.ts'
export { offenceWords } from './reports.labels.ts'
export { belongsTo } from './drafts/reports.writers.ts'
