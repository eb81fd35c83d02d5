export { dayOf, leaveState, type LeaveState } from './standing.ts'
