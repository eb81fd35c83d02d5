export { OffenceTypeBadge } from './offence-table.tsx'
export { fineWords, jailWords } from './offence-table.tsx'
export { findOffences } from './offences.queries.ts'
