export { BeatSelect, ChannelInput, UnitStatusBadge } from './UnitParts.tsx'
export { hasBeat, STATUS_ORDER, typeLabel, unitClassName } from './unit.labels.ts'
export { useKeptUnit } from './units.queries.ts'
