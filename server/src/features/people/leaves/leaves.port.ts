export type { LeaveService } from './leaves.service.ts'
