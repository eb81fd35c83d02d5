export { BeatSelect } from './BeatSelect.tsx'
export { UnitStatusBadge } from './UnitStatusBadge.tsx'
export { STATUS_ORDER, statusWord, typeLabel, unitClassName } from './unit-words.ts'
export { beatsQuery, useKeptUnit } from './units.queries.ts'
