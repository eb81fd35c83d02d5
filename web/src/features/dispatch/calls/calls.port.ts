export { CallAge } from './CallAge.tsx'
export { CallDialogs } from './dialogs/CallDialogs.tsx'
export { headlineOf, isUnclaimed } from './call.labels.ts'
