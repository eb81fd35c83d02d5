import type { Call } from '@tenfour/contract'

/** In the game's units, which are metres. */
export type Place = { readonly x: number; readonly y: number }

type Somewhere = Pick<Call, 'x' | 'y'>
export const isPlaced = <T extends Somewhere>(call: T): call is T & Place => call.x !== null && call.y !== null

const STEP = 100

/** The distance to a call, rounded to the displayed step, so that a few metres do not affect the order. */
export function distanceTo(call: Somewhere, from: Place | undefined): number | null {
  if (!isPlaced(call) || !from) return null
  return Math.round(Math.hypot(from.x - call.x, from.y - call.y) / STEP) * STEP
}

export const distanceWords = (metres: number): string => (metres < STEP ? 'under 100 m' : `${(metres / 1000).toFixed(1)} km`)
