export type { Positioned } from './positions.group.ts'
export type { Positions } from './positions.hub.ts'
