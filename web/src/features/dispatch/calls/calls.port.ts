export { CallAge } from './CallAge.tsx'
export { CallDialogs } from './dialogs/CallDialogs.tsx'
export { useCallTypes } from './calls.queries.ts'
export { focusCall } from './focus-call.ts'
