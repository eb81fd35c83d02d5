export { CallAge } from './CallAge.tsx'
export { CallDialogs } from './dialogs/CallDialogs.tsx'
export { useCallTypes, useCallTypesById } from './calls.queries.ts'
export { headlineOf, isUnclaimed } from './call.labels.ts'
