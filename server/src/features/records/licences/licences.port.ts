export { licencesOf, licenceStatus } from './licences.rows.ts'
export type { LicencePoints } from './licences.points.ts'
