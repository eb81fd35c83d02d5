import type { Call } from '@tenfour/contract'
import { measures } from '../platform/config/config.ts'

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

const MILE = 1609.344

export function distanceWords(metres: number): string {
  if (measures().distances === 'miles') return metres < STEP ? 'under 0.1 mi' : `${(metres / MILE).toFixed(1)} mi`
  return metres < STEP ? 'under 100 m' : `${(metres / 1000).toFixed(1)} km`
}
