export { CallAge } from './CallAge.tsx'
export { CallDialogs } from './CallDialogs.tsx'
export { carriesUnits, droppedUnits } from './unit-drop.ts'
export { useCallTypes } from './calls.queries.ts'
