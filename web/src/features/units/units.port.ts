export { UnitStatusBadge } from './UnitStatusBadge.tsx'
export { className, STATUS_ORDER, statusTone, statusWord, typeLabel } from './unit-words.ts'
export { beatsQuery, ownUnitQuery } from './units.queries.ts'
