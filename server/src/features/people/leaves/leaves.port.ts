export { assertMayDecide, type LeaveService } from './leaves.service.ts'
