export { CallAge } from './CallAge.tsx'
export { useCallTypes } from './calls.queries.ts'
export { carriesUnits, droppedUnits } from './unit-drop.ts'
