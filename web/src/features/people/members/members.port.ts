export { leaveState, type LeaveState } from './standing.ts'
export { departmentPeopleQuery, refreshDepartmentPeople } from './members.queries.ts'
