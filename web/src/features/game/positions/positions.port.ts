export type { PositionsPhase, PositionsSource } from './positions-source.ts'
export { serverPositions, unitPlaces } from './server-positions.ts'
