export { lastDuty, openPatrol } from './open-patrol.ts'
export { userPatrolsQuery } from './user-patrols.query.ts'
