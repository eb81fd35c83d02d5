import { z } from 'zod'
import { anyOf, cadDepartment, staff } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { ServerId } from '../ids.ts'
import { manageServers } from '../people/rights.ts'
import { Bytes, countedList, IdParam, trimmed, Version } from '../values.ts'

const Coordinate = z.number().min(-20_000, 'The game ends at 20,000').max(20_000, 'The game ends at 20,000')

/** A postal code: communities number the places of the game's map. */
export const Postal = z.object({
  code: trimmed(16, 'A postal has at most 16 characters').min(1, 'A postal needs a code'),
  x: Coordinate,
  y: Coordinate,
})
export type Postal = z.infer<typeof Postal>
export const MAX_POSTALS = 5000

/** A point of an image, in pixels from the upper left corner, and its game coordinates. */
export const MapPoint = z.object({
  left: z.number().min(0).max(1_000_000),
  top: z.number().min(0).max(1_000_000),
  x: Coordinate,
  y: Coordinate,
})
export type MapPoint = z.infer<typeof MapPoint>

/** Two points fix the image's scale and offset as long as they differ on both axes. */
export const MapCalibration = z.tuple([MapPoint, MapPoint]).refine(([a, b]) => isApart(a, b), {
  error: 'Choose two points that are apart both from west to east and from north to south, and that the picture shows north up',
})
export type MapCalibration = z.infer<typeof MapCalibration>

const FEWEST_PIXELS = 20
const FEWEST_UNITS = 50
function isApart(a: MapPoint, b: MapPoint): boolean {
  const [right, down, east, north] = [b.left - a.left, b.top - a.top, b.x - a.x, b.y - a.y]
  const isFar = Math.min(Math.abs(right), Math.abs(down)) >= FEWEST_PIXELS && Math.min(Math.abs(east), Math.abs(north)) >= FEWEST_UNITS
  return isFar && Math.sign(right) === Math.sign(east) && Math.sign(down) === -Math.sign(north)
}

/** The host is added to the pages' content security policy, so it must be literal, without placeholders. */
const TILE_URL = /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?\/[^\s"'<>\\]*$/i
const isTileUrl = (text: string): boolean =>
  tileOrigin(text) !== null && text.includes('{z}') && text.includes('{x}') && (text.includes('{y}') || text.includes('{-y}'))

/** Available in Node and browsers, but not in the contract's type libraries. */
declare const URL: new (address: string) => { readonly origin: string }

/** Origin of the tile URL; null if it does not parse, which the pattern alone can't tell (10.0.0.256, for example). */
export function tileOrigin(address: string): string | null {
  if (!TILE_URL.test(address)) return null
  try {
    return new URL(address).origin
  } catch {
    return null
  }
}

/** The community's own tiles. Calibration pixels refer to the closest zoom level. */
const TileBackdrop = z
  .object({
    kind: z.literal('tiles'),
    url: trimmed(500).refine(isTileUrl, 'Enter an https address with {z}, {x} and {y}, or {-y} where rows are counted from the south'),
    tileSize: z.literal([256, 512], 'Tiles are 256 or 512 pixels wide'),
    maxZoom: z.int().min(0).max(12, 'Zoom levels go up to 12'),
    calibration: MapCalibration,
  })
  .refine(({ calibration }) => isEven(calibration), {
    path: ['calibration'],
    error: 'Tiles are as high as they are wide: the two points give another scale from west to east than from north to south',
  })

const isEven = ([a, b]: MapCalibration): boolean => {
  const ratio = Math.abs((b.x - a.x) / (b.left - a.left) / ((b.y - a.y) / (b.top - a.top)))
  return ratio > 0.97 && ratio < 1.03
}

/** The live map's backdrop: the built-in drawing, an uploaded image, or tiles from elsewhere. */
export const MapBackdrop = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('island') }),
  z.object({ kind: z.literal('image'), calibration: MapCalibration }),
  TileBackdrop,
])
export type MapBackdrop = z.infer<typeof MapBackdrop>

export const MAP_IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
export const MapImageType = z.enum(MAP_IMAGE_TYPES)
export type MapImageType = z.infer<typeof MapImageType>
export const MAP_IMAGE_BYTES = 20 * 1024 * 1024
/** Limited because a browser decodes it at four bytes per pixel. */
export const MAP_IMAGE_SIDE = 12_288
export const MAP_IMAGE_PIXELS = 80_000_000

export const MapImage = z.object({
  type: MapImageType,
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  /** Changes with every upload. */
  digest: z.string(),
})
export type MapImage = z.infer<typeof MapImage>

export const ServerMap = z.object({
  serverId: ServerId,
  backdrop: MapBackdrop,
  image: MapImage.nullable(),
  postals: z.int(),
  version: z.int(),
})
export type ServerMap = z.infer<typeof ServerMap>

const byServer = z.object({ serverId: IdParam })
const readers = anyOf(cadDepartment, staff, manageServers)

export const getServerMap = defineEndpoint({
  method: 'GET',
  path: '/api/servers/:serverId/map',
  summary: "The background of a server's live map",
  access: readers,
  params: byServer,
  response: ServerMap,
})

export const saveServerMap = defineEndpoint({
  method: 'PUT',
  path: '/api/servers/:serverId/map',
  summary: "Choose the background of a server's live map",
  access: manageServers,
  params: byServer,
  body: z.object({ backdrop: MapBackdrop, version: Version }),
  response: ServerMap,
})

export const getServerMapImage = defineEndpoint({
  method: 'GET',
  path: '/api/servers/:serverId/map/image',
  summary: 'The picture that was uploaded for the map',
  access: readers,
  params: byServer,
  gives: MAP_IMAGE_TYPES,
  response: z.object({ type: MapImageType, bytes: Bytes, digest: z.string() }),
})

export const saveServerMapImage = defineEndpoint({
  method: 'PUT',
  path: '/api/servers/:serverId/map/image',
  summary: `Upload a picture for the map, at most ${MAP_IMAGE_BYTES / 1024 / 1024} MB. The map lies on it once it is calibrated`,
  access: manageServers,
  params: byServer,
  takes: { types: MAP_IMAGE_TYPES, bytes: MAP_IMAGE_BYTES },
  body: Bytes,
  response: ServerMap,
})

export const listPostals = defineEndpoint({
  method: 'GET',
  path: '/api/servers/:serverId/map/postals',
  summary: "A server's postal codes and where they are",
  access: readers,
  params: byServer,
  response: z.array(Postal),
})

export const savePostals = defineEndpoint({
  method: 'PUT',
  path: '/api/servers/:serverId/map/postals',
  summary: 'Replace the postal codes of a server',
  access: manageServers,
  params: byServer,
  body: z.object({
    postals: countedList(z.array(Postal).max(MAX_POSTALS, `A map has at most ${MAX_POSTALS.toLocaleString('en')} postals`)),
    version: Version,
  }),
  response: ServerMap,
})
