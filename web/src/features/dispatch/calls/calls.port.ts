export { CallAge } from './CallAge.tsx'
export { CallDialogs } from './dialogs/CallDialogs.tsx'
export { headlineOf, isUnclaimed, numberOf } from './call.labels.ts'
