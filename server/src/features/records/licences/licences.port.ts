export { licencesOf, licenceStatus, licenceSummary } from './licences.rows.ts'
export type { LicencePoints } from './licences.points.ts'
