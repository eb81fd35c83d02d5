export { acknowledgePenalty, penaltyPush, waitingPenalties } from './penalties.messages.ts'
export { penaltiesOnRecord } from './penalties.record.ts'
export { finesOf, isServed } from './penalties.rows.ts'
