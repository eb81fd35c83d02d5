export { leaveState, type LeaveState } from './standing.ts'
