export { noSuchMember } from './members.access.ts'
export { insertLeave, leaveOverlaps, type LeaveListener } from './members.leaves.ts'
export { leaveJson } from './members.records.repo.ts'
