export { BeatSelect, ChannelInput, UnitStatusBadge } from './UnitParts.tsx'
export { hasBeat, typeLabel, unitClassName } from './unit.labels.ts'
export { useKeptUnit } from './units.queries.ts'
