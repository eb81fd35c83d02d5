export { planOffences, writeOffences, type GivenOffence } from './offences.import.ts'
export { countInUse as countOffencesInUse, lockPenalCode } from './offences.repo.ts'
