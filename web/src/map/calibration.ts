import type { MapCalibration } from '@tenfour/contract'
import type { Box } from './island/geometry.ts'

/** The game extent of an image of this size in pixels, from two calibration points. */
export function imageExtent([a, b]: MapCalibration, width: number, height: number): Box {
  const across = (b.x - a.x) / (b.left - a.left)
  const down = (b.y - a.y) / (b.top - a.top)
  const [west, north] = [a.x - a.left * across, a.y - a.top * down]
  return [west, north + height * down, west + width * across, north]
}

/** Tiles are square: one scale, averaged over both axes. */
export function tilesExtent(calibration: MapCalibration, side: number): Box {
  const [west, south, east, north] = imageExtent(calibration, side, side)
  const scale = (east - west + (north - south)) / 2
  const [x, y] = [(west + east) / 2, (south + north) / 2]
  return [x - scale / 2, y - scale / 2, x + scale / 2, y + scale / 2]
}

export const tileAddress = (template: string, z: number, x: number, y: number): string =>
  template
    .replaceAll('{z}', String(z))
    .replaceAll('{x}', String(x))
    .replaceAll('{y}', String(y))
    .replaceAll('{-y}', String(2 ** z - 1 - y))
