export { claimsOf } from './claims.rows.ts'
export { withdrawClaimsFor } from './claims.repo.ts'
