export { useFollows } from './entitlements.queries.ts'
