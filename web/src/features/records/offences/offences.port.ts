export { OffenceTypeBadge } from './offence-table.tsx'
export { fineWords, imposedWords, jailWords } from './offence-table.tsx'
export { findOffences } from './offences.queries.ts'
