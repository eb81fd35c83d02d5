export { CallAge } from './CallAge.tsx'
export { CallDialogs } from './CallDialogs.tsx'
export { useCallTypes } from './calls.queries.ts'
