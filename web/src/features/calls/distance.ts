import type { Call } from '@tenfour/contract'

/** In the game's units, which are metres. */
export type Place = { readonly x: number; readonly y: number }

export const isPlaced = ({ x, y }: Pick<Call, 'x' | 'y'>): boolean => x !== null && y !== null

const STEP = 100

/** How far someone is from where a call is, to the step it is told in: a few metres more or less put nobody before another. */
export function distanceTo({ x, y }: Pick<Call, 'x' | 'y'>, from: Place | undefined): number | null {
  if (x === null || y === null || !from) return null
  return Math.round(Math.hypot(from.x - x, from.y - y) / STEP) * STEP
}

export const distanceWords = (metres: number): string => (metres < STEP ? 'under 100 m' : `${(metres / 1000).toFixed(1)} km`)
