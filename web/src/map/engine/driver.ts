import type { TrailPoint } from './trails.ts'

/** Decides where everyone is, frame by frame, in place of live positions. */
export type Driver = {
  /** Places and removes units for this frame; returns whether another frame follows. */
  readonly frame: (now: number, moves: DriverMoves) => boolean
  readonly trailOf: (slot: number) => readonly TrailPoint[]
}
export type DriverMoves = {
  readonly put: (slot: number, x: number, y: number, heading: number) => void
  readonly remove: (slot: number) => void
}
