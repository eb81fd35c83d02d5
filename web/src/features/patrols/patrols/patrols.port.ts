export { openPatrol } from './heat-map.ts'
export { userPatrolsQuery } from './patrols.queries.ts'
