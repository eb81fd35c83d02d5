export { planOffences, retireUnchanged, writeOffences, type GivenOffence } from './offences.import.ts'
export { countInUse as countOffencesInUse, lockPenalCode } from './offences.repo.ts'
