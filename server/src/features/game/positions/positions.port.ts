export type { Positioned } from './positions.group.ts'
export type { Positions } from './positions.hub.ts'
export type { Viewers } from './positions.viewers.ts'
