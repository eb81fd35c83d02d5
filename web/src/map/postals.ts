import type { Postal } from '@tenfour/contract'

const REACH = 400

/** The code of the nearest postal; empty if none is near. */
export function nearestPostal(postals: readonly Postal[], x: number, y: number): string {
  let best = ''
  let nearest = REACH
  for (const postal of postals) {
    const distance = Math.hypot(postal.x - x, postal.y - y)
    if (distance < nearest) [best, nearest] = [postal.code, distance]
  }
  return best
}
