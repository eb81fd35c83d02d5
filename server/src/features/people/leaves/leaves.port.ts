export { assertMayDecide } from './leaves.access.ts'
export type { LeaveService } from './leaves.service.ts'
