export { OffenceTypeBadge } from './offence-columns.tsx'
export { fineWords, jailWords } from './offence-list.ts'
export { findOffences } from './offences.queries.ts'
