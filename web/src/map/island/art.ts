import { PARKS, PIERS, QUARTERS, ROOFS, RUNWAYS, TAXIWAYS, WALLS, type Quarter, type Strip } from './built.ts'
import { ALAMO_SEA, beaches, coastline, islets, lakeIslets, LAKES, lakeshore, RIVERS } from './coast.ts'
import { contours } from './contours.ts'
import { boxOf, hash, pointAt, pointCount, smooth, type Box, type Line } from './geometry.ts'
import { GROUND } from './ground.ts'
import type { Palette } from './palette.ts'
import { heights, RELIEF, sunlight } from './relief.ts'
import { RAILWAY, ROADS, type RoadClass } from '@tenfour/contract/island'

export type Shape = { readonly path: Path2D; readonly box: Box }
export type WideShape = Shape & { readonly width: number }

/** All drawn shapes, as paths in game coordinates. Created once. */
export type Art = ReturnType<typeof createArt>

const CONTOUR_LEVELS = [60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 660, 720, 780]
const COAST_PIECE = 24

export function createArt() {
  const coast = coastline()
  const small = islets()
  const land = heights()
  return {
    land: shape([coast, ...small], true),
    shore: pieces([...coast, ...coast.slice(0, 2)]),
    islets: small.map((each) => shape([each], true)),
    beaches: beaches().map((each) => shape([each])),
    lakes: [ALAMO_SEA, ...LAKES].map((each, index) => ({
      ...shape([lakeshore(each), ...(index === 0 ? lakeIslets() : [])], true),
    })),
    rivers: RIVERS.map(({ line, width, isCanal = false }) => ({ ...wide({ line: smooth(line), width }), isCanal })),
    ground: GROUND.map(({ cover, line }) => ({ cover, path: shape([smooth(line, { closed: true })], true).path })),
    light: sunlight(land),
    contours: CONTOUR_LEVELS.flatMap((level) => contours(land, level).map((line) => softLine(line))),
    parks: PARKS.map((each) => shape([smooth(each, { closed: true })], true)),
    quarters: QUARTERS.map((quarter) => ({ area: shape([quarter.line], true), streets: shape(grid(quarter)) })),
    roads: ROADS.map(({ kind, line }): Shape & { kind: RoadClass } => ({ kind, ...shape([smooth(line)]) })),
    rail: shape([smooth(RAILWAY)]),
    runways: RUNWAYS.map((each) => ({ ...wide(each), isDirt: each.isDirt ?? false })),
    taxiways: TAXIWAYS.map((each) => shape([each])),
    roofs: ROOFS.map((each) => shape([each], true)),
    piers: PIERS.map(wide),
    walls: WALLS.map(wide),
  }
}

/** Ground colours and hill shading, at low resolution: it is scaled up when drawn. */
export function bakeGround(art: Art, palette: Palette): OffscreenCanvas {
  const { minX, minY, cell, columns, rows } = RELIEF
  const [ground, context] = canvas(columns, rows)
  context.fillStyle = palette.land
  context.fillRect(0, 0, columns, rows)
  context.setTransform(1 / cell, 0, 0, -1 / cell, -minX / cell, rows + minY / cell)
  context.filter = 'blur(1.5px)'
  for (const { cover, path } of art.ground) {
    context.fillStyle = palette.cover[cover]
    context.fill(path)
  }
  context.filter = 'none'
  context.setTransform(1, 0, 0, 1, 0, 0)

  const [relief, reliefContext] = canvas(columns, rows)
  const image = reliefContext.createImageData(columns, rows)
  const [sun, shade] = [rgb(palette.sun), rgb(palette.shade)]
  for (const [index, light] of art.light.entries()) {
    const row = rows - 1 - Math.floor(index / columns)
    const at = (row * columns + (index % columns)) * 4
    image.data.set(light > 0 ? sun : shade, at)
    image.data[at + 3] = Math.abs(light) * (light > 0 ? palette.sunStrength : palette.shadeStrength) * 255
  }
  reliefContext.putImageData(image, 0, 0)
  context.drawImage(relief, 0, 0)
  return ground
}

function canvas(width: number, height: number): [OffscreenCanvas, OffscreenCanvasRenderingContext2D] {
  const made = new OffscreenCanvas(width, height)
  const context = made.getContext('2d')
  if (!context) throw new Error('This browser can draw no canvas')
  return [made, context]
}

const rgb = (colour: string): [number, number, number] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number, number]

function shape(lines: readonly Line[], closed = false): Shape {
  const path = new Path2D()
  for (const line of lines) {
    for (let index = 0; index < pointCount(line); index += 1) {
      const [x, y] = pointAt(line, index)
      if (index === 0) path.moveTo(x, y)
      else path.lineTo(x, y)
    }
    if (closed) path.closePath()
  }
  return { path, box: boxOf(lines.flat()) }
}

const wide = ({ line, width }: Pick<Strip, 'line' | 'width'>): WideShape => ({ ...shape([line]), box: boxOf(line, width), width })

/** A curve through the midpoints of the segments, so that it has no corners. */
function softLine(line: Line): Shape {
  const path = new Path2D()
  path.moveTo(...pointAt(line, 0))
  for (let index = 1; index < pointCount(line) - 1; index += 1) {
    const [x, y] = pointAt(line, index)
    const [nextX, nextY] = pointAt(line, index + 1)
    path.quadraticCurveTo(x, y, (x + nextX) / 2, (y + nextY) / 2)
  }
  path.lineTo(...pointAt(line, pointCount(line) - 1))
  return { path, box: boxOf(line) }
}

/** Splits a line, so that a tile draws only what is near it. */
function pieces(line: Line): Shape[] {
  const cut: Shape[] = []
  for (let from = 0; from < pointCount(line) - 1; from += COAST_PIECE) cut.push(shape([line.slice(from * 2, (from + COAST_PIECE + 1) * 2)]))
  return cut
}

/** The streets of a quarter: parallel lines at uneven distances, long enough to be clipped. */
function grid({ line, angle, along, across }: Quarter): Line[] {
  const [minX, minY, maxX, maxY] = boxOf(line)
  const [centreX, centreY] = [(minX + maxX) / 2, (minY + maxY) / 2]
  const reach = Math.hypot(maxX - minX, maxY - minY) / 2
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  const at = (u: number, v: number): [number, number] => [centreX + u * cos - v * sin, centreY + u * sin + v * cos]
  const offsets = (step: number, seed: number) => {
    const found: number[] = []
    for (let offset = -reach; offset < reach; offset += step * (0.8 + hash(Math.round(offset), seed) * 0.45)) found.push(offset)
    return found
  }
  return [
    ...offsets(along, Math.round(centreX)).map((u) => [...at(u, -reach), ...at(u, reach)]),
    ...offsets(across, Math.round(centreY)).map((v) => [...at(-reach, v), ...at(reach, v)]),
  ]
}
