export { acknowledgePenalty, penaltyPush, waitingPenalties } from './penalties.messages.ts'
export { isServed, penaltiesOnRecord } from './penalties.record.ts'
export { finesOf } from './penalties.rows.ts'
