export type { Choice } from './choice.ts'
export { DepartmentSelect } from './DepartmentSelect.tsx'
export { departmentsQuery, ranksQuery } from './departments.queries.ts'
export { RankSelect } from './RankSelect.tsx'
