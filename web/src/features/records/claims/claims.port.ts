export { claimSubject } from './claim.labels.ts'
