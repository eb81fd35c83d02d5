import type { Art, Shape } from './art.ts'
import { meets, type Box } from './geometry.ts'
import { mix, type Palette } from './palette.ts'
import { RELIEF } from './relief.ts'
import type { RoadClass } from '@tenfour/contract/island'

type Context = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D

/** A square of the map: its north-west corner and its units per pixel. */
export type Square = {
  readonly minX: number
  readonly maxY: number
  readonly resolution: number
  readonly size: number
  readonly pixelRatio: number
}

/** The sea's depth bands, from far out to the shore, in pixels; some have an outline. */
const SEA_BANDS: readonly { readonly far: number; readonly depth: number; readonly hasLine?: true }[] = [
  { far: 64, depth: 0.12 },
  { far: 50, depth: 0.22, hasLine: true },
  { far: 38, depth: 0.34 },
  { far: 28, depth: 0.46, hasLine: true },
  { far: 19, depth: 0.6 },
  { far: 12, depth: 0.74, hasLine: true },
  { far: 6, depth: 0.88 },
  { far: 3, depth: 1 },
]
const WIDEST_BAND = 900
/** Rocks are too small for the wide bands. */
const ISLET_BAND = 12

const ROAD_WIDTHS: Readonly<Record<RoadClass, number>> = { freeway: 2.6, highway: 2.1, road: 1.5, street: 1.4, track: 0.8 }
const ROAD_ORDER: readonly RoadClass[] = ['track', 'street', 'road', 'highway', 'freeway']
/** The resolution (units per pixel) below which each class of road is drawn. */
const SHOWN_FROM: Readonly<Record<RoadClass, number>> = { track: 5, street: 9, road: 20, highway: 99, freeway: 99 }

export function paintSquare(context: Context, art: Art, palette: Palette, ground: CanvasImageSource, square: Square): void {
  const { minX, maxY, resolution, size, pixelRatio } = square
  const reach = size * resolution
  const box: Box = [minX, maxY - reach, minX + reach, maxY]
  const scale = pixelRatio / resolution
  const near = (margin: number) => (each: Shape) => meets(grown(box, margin), each.box)
  /** Pixels in game units. */
  const px = (pixels: number) => pixels * resolution

  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = palette.water
  context.fillRect(0, 0, size * pixelRatio, size * pixelRatio)
  context.setTransform(scale, 0, 0, -scale, -minX * scale, maxY * scale)
  context.lineJoin = 'round'
  context.lineCap = 'round'

  const stroke = (each: Shape, colour: string, width: number) => {
    context.strokeStyle = colour
    context.lineWidth = width
    context.stroke(each.path)
  }

  paintSea(art, near, px, palette, stroke)

  if (meets(box, art.land.box)) {
    context.save()
    context.clip(art.land.path)
    paintGround(context, ground)
    for (const beach of art.beaches.filter(near(120))) stroke(beach, palette.sand, Math.max(px(2), Math.min(px(26), 96)))
    if (resolution < 9) for (const each of art.contours.filter(near(0))) stroke(each, palette.contour, px(0.9))
    context.fillStyle = palette.park
    for (const park of art.parks.filter(near(0))) context.fill(park.path)
    if (resolution < 5.5) paintQuarters(context, art, near, palette, px)
    context.restore()
  }
  for (const each of [...art.shore, ...art.islets].filter(near(0))) stroke(each, palette.coast, px(1.15))
  paintInlandWater(context, art, near, palette, px, resolution, stroke)

  context.lineCap = 'butt'
  for (const pier of art.piers.filter(near(0))) {
    stroke(pier, palette.coast, pier.width + px(1.6))
    stroke(pier, palette.roof, pier.width)
  }
  context.lineCap = 'round'
  paintRoads(context, art, near, palette, px, resolution, stroke)
  // After the roads, so that runways cover them.
  paintFields(context, art, near, palette, px, resolution, stroke)
  for (const wall of art.walls.filter(near(0))) stroke(wall, palette.marking, wall.width)
}

const grown = ([minX, minY, maxX, maxY]: Box, by: number): Box => [minX - by, minY - by, maxX + by, maxY + by]

type Near = (margin: number) => (each: Shape) => boolean
type Stroke = (each: Shape, colour: string, width: number) => void
type Px = (pixels: number) => number

/** Bands that get lighter towards the land, with lines between them. All opaque, so that pieces may overlap. */
function paintSea({ shore, islets }: Art, near: Near, px: Px, palette: Palette, stroke: Stroke): void {
  for (const { far, depth, hasLine } of SEA_BANDS) {
    const width = Math.min(px(far), WIDEST_BAND * (far / 64)) * 2
    const there = [...shore, ...(far > ISLET_BAND ? [] : islets)].filter(near(width / 2))
    const colour = mix(palette.water, palette.shallow, depth)
    if (hasLine) for (const each of there) stroke(each, mix(colour, palette.waterline, 0.55), width + px(1.1))
    for (const each of there) stroke(each, colour, width)
  }
}

function paintGround(context: Context, ground: CanvasImageSource): void {
  const { minX, minY, cell, columns, rows } = RELIEF
  context.save()
  context.transform(1, 0, 0, -1, 0, 0)
  context.imageSmoothingEnabled = true
  context.imageSmoothingQuality = 'high'
  context.drawImage(ground, minX, -(minY + rows * cell), columns * cell, rows * cell)
  context.restore()
}

/** Banks first, then the water, so that a river joins its lake without a line across. */
function paintInlandWater(context: Context, art: Art, near: Near, palette: Palette, px: Px, resolution: number, stroke: Stroke): void {
  const rivers = art.rivers.filter(near(0)).filter(({ width }) => width / resolution > 1.1)
  const lakes = art.lakes.filter(near(0))
  context.save()
  context.clip(art.land.path)
  for (const each of rivers) stroke(each, palette.coast, each.width + px(1.8))
  context.restore()
  for (const lake of lakes) {
    stroke(lake, palette.coast, px(2))
    context.fillStyle = palette.water
    context.fill(lake.path, 'evenodd')
    context.save()
    context.clip(lake.path, 'evenodd')
    for (const { far, depth, hasLine } of SEA_BANDS.slice(3)) {
      const width = Math.min(px(far), 150 * (far / 28)) * 2
      const colour = mix(palette.water, palette.shallow, depth)
      if (hasLine) stroke(lake, mix(colour, palette.waterline, 0.55), width + px(1.1))
      stroke(lake, colour, width)
    }
    context.restore()
  }
  for (const each of rivers) stroke(each, palette.shallow, each.width)
}

function paintQuarters(context: Context, art: Art, near: Near, palette: Palette, px: Px): void {
  context.lineCap = 'butt'
  for (const { area, streets } of art.quarters) {
    if (!near(0)(area)) continue
    context.save()
    context.clip(area.path)
    context.strokeStyle = palette.street
    context.lineWidth = Math.max(px(0.6), Math.min(px(6), 4.6))
    context.stroke(streets.path)
    context.restore()
  }
  context.lineCap = 'round'
}

function paintFields(context: Context, art: Art, near: Near, palette: Palette, px: Px, resolution: number, stroke: Stroke): void {
  if (resolution < 12) for (const each of art.taxiways.filter(near(60))) stroke(each, palette.runway, Math.max(px(0.8), 22))
  context.lineCap = 'butt'
  for (const each of art.runways.filter(near(80))) {
    stroke(each, each.isDirt ? palette.sand : palette.runway, Math.max(each.width, px(1.6)))
    if (resolution < 6 && !each.isDirt) {
      context.setLineDash([px(9), px(7)])
      stroke(each, palette.marking, px(0.9))
      context.setLineDash([])
    }
  }
  context.lineCap = 'round'
  if (resolution > 6) return
  context.fillStyle = palette.roof
  for (const each of art.roofs.filter(near(0))) {
    context.fill(each.path)
    stroke(each, palette.roofLine, px(0.8))
  }
}

function paintRoads(context: Context, art: Art, near: Near, palette: Palette, px: Px, resolution: number, stroke: Stroke): void {
  const width = (kind: RoadClass) => px(ROAD_WIDTHS[kind] * (6 / resolution) ** (resolution < 6 ? 0.62 : 0.42))
  const shown = art.roads.filter(({ kind }) => resolution < SHOWN_FROM[kind]).filter(near(60))
  if (resolution < 12) {
    context.lineCap = 'butt'
    if (near(20)(art.rail)) {
      stroke(art.rail, palette.rail, px(1))
      context.setLineDash([px(1.2), px(7)])
      if (resolution < 6) stroke(art.rail, palette.rail, px(4))
      context.setLineDash([])
    }
    context.lineCap = 'round'
  }
  for (const kind of ROAD_ORDER) {
    const ofKind = shown.filter((each) => each.kind === kind)
    const { fill, casing } = palette.roads[kind]
    if (kind === 'track') context.setLineDash([px(5), px(4)])
    else for (const each of ofKind) stroke(each, casing, width(kind) + px(resolution < 3 ? 2.4 : 1.6))
    for (const each of ofKind) stroke(each, fill, width(kind))
    context.setLineDash([])
    if (kind === 'freeway' && resolution < 2.2) for (const each of ofKind) stroke(each, casing, px(0.9))
  }
}
