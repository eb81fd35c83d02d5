export { groupRoles, whyOutOfReach } from './role-reach.ts'
export { rolesQuery } from './roles.queries.ts'
