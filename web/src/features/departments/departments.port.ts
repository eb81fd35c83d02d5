export { DepartmentSelect } from './DepartmentSelect.tsx'
export { departmentsQuery, ranksQuery } from './departments.queries.ts'
export { RankSelect } from './RankSelect.tsx'
export { managedDepartmentsQuery } from './departments.manage.ts'
