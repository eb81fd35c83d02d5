import { NAMES, ROADS, type PlaceName, type Road } from '@tenfour/contract/island'
import { BEAT_AREAS } from './beat-areas.ts'
import { boxOf, distanceToLine, isInside, meets, smooth, type Box, type Line } from './geometry.ts'

const ROAD_REACH = 140
const PLACE_REACH = 1100

const roads: readonly { readonly road: Road; readonly line: Line; readonly box: Box }[] = ROADS.map((road) => ({
  road,
  line: smooth(road.line),
  box: boxOf(road.line, ROAD_REACH),
}))
const places = NAMES.filter(({ kind }) => kind !== 'region' && kind !== 'sea')

/** A point's location as said on the radio: 'Route 68, Harmony'. Empty at sea. */
export function locate(x: number, y: number): string {
  return [nearestRoad(x, y)?.name, nearestPlace(x, y)?.name].filter(Boolean).join(', ')
}

export function nearestRoad(x: number, y: number): Road | undefined {
  let best: Road | undefined
  let nearest = ROAD_REACH
  for (const { road, line, box } of roads) {
    if (!meets(box, [x, y, x, y])) continue
    const distance = distanceToLine(line, x, y)
    if (distance < nearest) [best, nearest] = [road, distance]
  }
  return best
}

export function nearestPlace(x: number, y: number): PlaceName | undefined {
  let best: PlaceName | undefined
  let nearest = PLACE_REACH
  for (const place of places) {
    // A single building only names its immediate surroundings; a town or a range of hills reaches further.
    const distance = Math.hypot(x - place.x, y - place.y) * (place.kind === 'place' ? 3 : place.kind === 'water' ? 2 : 1)
    if (distance < nearest) [best, nearest] = [place, distance]
  }
  return best
}

/** The name of the beat that contains a point. */
export const beatAt = (x: number, y: number): string | undefined => BEAT_AREAS.find(({ line }) => isInside(line, x, y))?.name
