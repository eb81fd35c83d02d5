import type { Box } from '../island/geometry.ts'
import type { TrailPoint } from './trails.ts'
import type { MapCalibration } from '@tenfour/contract'

/** The pannable area, and the island with a margin. */
export const WORLD: Box = [-7000, -6000, 7500, 9500]
export const ISLAND: Box = [-3500, -3800, 4050, 7180]

const WIDEST = 48
/** Game units per pixel, from the whole island on a phone to a street corner. Two steps double the scale. */
export const RESOLUTIONS: readonly number[] = Array.from({ length: 17 }, (_, step) => WIDEST / 2 ** (step / 2))
const CLOSEST = RESOLUTIONS.at(-1) ?? WIDEST

/** The zoom in links: 0 for the whole world, plus one per doubling. */
export const zoomOf = (resolution: number): number => Math.round(Math.log2(WIDEST / resolution) * 2) / 2
export const resolutionOf = (zoom: number): number => Math.max(CLOSEST, Math.min(WIDEST, WIDEST / 2 ** zoom))

/** A round length for the scale bar, at most `most` pixels: 1, 2 or 5 times a power of ten. */
export function scaleLength(resolution: number, most: number): number {
  const longest = most * resolution
  const power = 10 ** Math.floor(Math.log10(longest))
  return ([5, 2, 1].find((times) => times * power <= longest) ?? 1) * power
}

/** A game unit is about a metre. */
export const distanceText = (units: number): string =>
  units >= 1000 ? `${(units / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} km` : `${Math.round(units)} m`

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

/** A picture of the map, ready to be drawn. */
export async function loadImage(address: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.referrerPolicy = 'no-referrer'
  image.src = address
  await image.decode()
  return image
}
