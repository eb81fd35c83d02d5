export { claimSubject } from './claim-words.ts'
