export { licencesOf, licenceStatus } from './licences.rows.ts'
