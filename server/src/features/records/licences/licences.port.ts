export { licencesOf } from './licences.rows.ts'
