export { freeCallSign } from './call-signs.numbers.ts'
export { assertPatternFits, callSignProposals } from './call-signs.service.ts'
