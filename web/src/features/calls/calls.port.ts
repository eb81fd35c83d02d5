export { useCallTypes } from './calls.queries.ts'
