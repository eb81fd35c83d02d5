export { acknowledgePenalty, penaltyPush, waitingPenalties } from './penalties.messages.ts'
