export { followDepartment } from './units.departments.ts'
export type { UnitService } from './units.service.ts'
