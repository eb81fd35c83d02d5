export { withReason } from './refusal.ts'
