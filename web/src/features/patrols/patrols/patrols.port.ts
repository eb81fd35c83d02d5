export { lastDuty, openPatrol, userPatrolsQuery } from './open-patrol.ts'
