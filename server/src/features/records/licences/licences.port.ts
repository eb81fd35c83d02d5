export { licencesOf, licenceStatus, licenceSummary } from './licences.rows.ts'
export { decidesIn, withRecords, type KnownWarrants } from './licences.applicants.ts'
export type { LicencePoints } from './licences.points.ts'
