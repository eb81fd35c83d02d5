import { getDisplayImage, HEADERS, type DisplayMap } from '@tenfour/contract'
import { imageExtent, tilesExtent, loadImage, tileAddress } from '../../../map/engine/world.ts'
import { createTilePainter } from '../../../map/island/tile-painter.ts'
import { pixelOf, type MapSight } from './map-sight.ts'

type Box = readonly [west: number, south: number, east: number, north: number]
export type GroundSource = { readonly map: DisplayMap; readonly serverId: number; readonly displayKey: string }

/** The game extent of the map's image or tiles; undefined for the built-in map. */
export function extentOf({ backdrop, image }: DisplayMap): Box | undefined {
  if (backdrop.kind === 'image') return image ? imageExtent(backdrop.calibration, image.width, image.height) : undefined
  return backdrop.kind === 'tiles' ? tilesExtent(backdrop.calibration, backdrop.tileSize * 2 ** backdrop.maxZoom) : undefined
}

/** Paints the background under the markers once; rejects if it could not be fetched. */
export async function paintGround(canvas: HTMLCanvasElement, sight: MapSight, source: GroundSource, signal: AbortSignal): Promise<void> {
  const extent = extentOf(source.map)
  if (!extent) return paintIsland(canvas, sight, signal)
  const { backdrop } = source.map
  if (backdrop.kind === 'tiles') return paintTiles(canvas, sight, extent, backdrop, signal)
  return paintPicture(canvas, sight, extent, source, signal)
}

async function paintIsland(canvas: HTMLCanvasElement, { x, y, resolution, width, height }: MapSight, signal: AbortSignal): Promise<void> {
  const painter = createTilePainter()
  try {
    const size = Math.max(width, height)
    const corner = { minX: x - (size / 2) * resolution, maxY: y + (size / 2) * resolution }
    const image = await painter.paint('dark', { ...corner, resolution, size, pixelRatio: 1 }, signal)
    if (!signal.aborted) canvas.getContext('2d')?.drawImage(image, (width - size) / 2, (height - size) / 2)
    image.close()
  } finally {
    painter.close()
  }
}

async function paintPicture(
  canvas: HTMLCanvasElement,
  sight: MapSight,
  extent: Box,
  { serverId, displayKey }: GroundSource,
  signal: AbortSignal,
): Promise<void> {
  const address = getDisplayImage.path.replace(':serverId', String(serverId))
  const answer = await fetch(address, { headers: { [HEADERS.apiKey]: displayKey }, signal })
  if (!answer.ok) throw new Error(`The picture of the map was refused with ${answer.status}`)
  const url = URL.createObjectURL(await answer.blob())
  try {
    const image = await loadImage(url)
    if (!signal.aborted) drawIn(canvas, sight, image, extent)
  } finally {
    URL.revokeObjectURL(url)
  }
}

type Tiles = Extract<DisplayMap['backdrop'], { kind: 'tiles' }>

async function paintTiles(canvas: HTMLCanvasElement, sight: MapSight, extent: Box, tiles: Tiles, signal: AbortSignal): Promise<void> {
  const wanted = tilesIn(sight, extent, tiles)
  const outcomes = await Promise.allSettled(
    wanted.map(async ({ address, box }) => {
      const image = await loadImage(address)
      if (!signal.aborted) drawIn(canvas, sight, image, box)
    }),
  )
  // Tiles may be missing at the edge of the map, but not all of them.
  if (wanted.length > 0 && outcomes.every(({ status }) => status === 'rejected')) throw new Error('No tile of the map could be loaded')
}

/** The visible tiles, at the lowest zoom that is sharp enough. */
export function tilesIn(
  sight: MapSight,
  [west, south, east, north]: Box,
  { url, tileSize, maxZoom }: Pick<Tiles, 'url' | 'tileSize' | 'maxZoom'>,
) {
  const sharp = Math.ceil(Math.log2((east - west) / tileSize / sight.resolution))
  const zoom = Math.max(0, Math.min(maxZoom, sharp))
  const count = 2 ** zoom
  const side = (east - west) / count
  const across = (sight.width / 2) * sight.resolution
  const down = (sight.height / 2) * sight.resolution
  const within = (at: number) => Math.max(0, Math.min(count - 1, Math.floor(at / side)))
  if (sight.x + across < west || sight.x - across > east || sight.y + down < south || sight.y - down > north) return []
  const found: { readonly address: string; readonly box: Box }[] = []
  for (let column = within(sight.x - across - west); column <= within(sight.x + across - west); column += 1) {
    for (let row = within(north - sight.y - down); row <= within(north - sight.y + down); row += 1) {
      const [left, top] = [west + column * side, north - row * side]
      found.push({ address: tileAddress(url, zoom, column, row), box: [left, top - side, left + side, top] })
    }
  }
  return found
}

function drawIn(canvas: HTMLCanvasElement, sight: MapSight, image: HTMLImageElement, [west, south, east, north]: Box): void {
  const [left, top] = pixelOf(sight, [west, north])
  const [right, bottom] = pixelOf(sight, [east, south])
  canvas.getContext('2d')?.drawImage(image, left, top, right - left, bottom - top)
}
