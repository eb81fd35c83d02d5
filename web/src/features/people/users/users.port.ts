export { joinDepartment } from './join-department.ts'
