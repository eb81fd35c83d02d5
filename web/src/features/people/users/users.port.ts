export type { Changes } from './changes.ts'
export { joinDepartment } from './join-department.ts'
