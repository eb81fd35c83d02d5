import type { Postal } from '@tenfour/contract'
import { BEAT_AREAS } from '../island/beat-areas.ts'
import { coastline } from '../island/coast.ts'
import { boxOf, meets, pointAt, pointCount, type Box, type Line } from '../island/geometry.ts'
import type { Ink } from './ink.ts'
import type { Lettered, Lettering } from './lettering.ts'
import { createRoom, readableNames, roadLabels, turnedBox, type Room } from './name-places.ts'
import type { TrailPoint } from './trails.ts'
import { toGame, toPixel, type Sight } from './view.ts'

/** Labels and drawings besides the units: redrawn only when the map moves. */
export type Chart = {
  readonly hasNames: boolean
  readonly hasGrid: boolean
  readonly hasBeats: boolean
  readonly postals: readonly Postal[]
  readonly trails: readonly { readonly points: readonly TrailPoint[]; readonly colour: string }[]
}

const POSTALS_FROM = 1.6
/** Many beats share their town's name, which is drawn only once. */
const BEAT_NAMES: ReadonlySet<string> = new Set(BEAT_AREAS.map(({ name }) => name))

export function drawChart(
  context: CanvasRenderingContext2D,
  chart: Chart,
  sight: Sight,
  pixelRatio: number,
  letter: Lettering,
  ink: Ink,
): void {
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, sight.width * pixelRatio, sight.height * pixelRatio)
  context.scale(pixelRatio, pixelRatio)
  const room = createRoom()
  const write = (lettered: Lettered, x: number, y: number, angle = 0) => {
    if (!room.take(turnedBox([x, y], lettered.width - 4, lettered.height - 5, angle))) return
    paste(context, lettered, x, y, angle, pixelRatio)
  }
  if (chart.hasGrid) drawGrid(context, sight, letter, ink, pixelRatio, room)
  if (chart.hasBeats) drawBeats(context, sight, ink, pixelRatio)
  for (const { points, colour } of chart.trails) drawTrail(context, points, colour, sight)
  if (chart.hasBeats) for (const { name, x, y } of BEAT_AREAS) write(letter(name, 'beat'), ...toPixel(sight, [x, y]))
  if (chart.hasNames) {
    for (const name of readableNames(sight.resolution)) {
      if (chart.hasBeats && (name.kind === 'region' || BEAT_NAMES.has(name.name))) continue
      const [left, top] = toPixel(sight, [name.x, name.y])
      if (left < -150 || top < -30 || left > sight.width + 150 || top > sight.height + 30) continue
      const isPoint = name.kind === 'peak' || name.kind === 'place'
      write(letter(name.name, name.kind), left, isPoint ? top + 11 : top)
      if (isPoint) drawPoint(context, name.kind === 'peak', left, top, ink.names[name.kind])
    }
    const widthOf = (name: string) => letter(name, 'road').width
    for (const { name, at, angle } of roadLabels(sight, widthOf)) write(letter(name, 'road'), at[0], at[1], angle)
  }
  if (sight.resolution <= POSTALS_FROM) {
    const [minX, maxY] = toGame(sight, [0, 0])
    const [maxX, minY] = toGame(sight, [sight.width, sight.height])
    for (const { code, x, y } of chart.postals) {
      if (x > minX && x < maxX && y > minY && y < maxY) write(letter(code, 'postal'), ...toPixel(sight, [x, y]))
    }
  }
}

/** Aligned to whole pixels if not rotated: text in between is blurred. */
function paste(
  context: CanvasRenderingContext2D,
  { canvas, width, height }: Lettered,
  x: number,
  y: number,
  angle: number,
  pixelRatio: number,
): void {
  if (angle === 0) {
    const snap = (value: number) => Math.round(value * pixelRatio) / pixelRatio
    context.drawImage(canvas, snap(x - width / 2), snap(y - height / 2), width, height)
    return
  }
  context.save()
  context.translate(x, y)
  context.rotate(angle)
  context.drawImage(canvas, -width / 2, -height / 2, width, height)
  context.restore()
}

function drawPoint(context: CanvasRenderingContext2D, isPeak: boolean, left: number, top: number, colour: string): void {
  context.fillStyle = colour
  context.beginPath()
  if (isPeak) {
    context.moveTo(left, top - 5)
    context.lineTo(left + 4.5, top + 3)
    context.lineTo(left - 4.5, top + 3)
  } else context.arc(left, top, 1.8, 0, Math.PI * 2)
  context.fill()
}

function drawGrid(context: CanvasRenderingContext2D, sight: Sight, letter: Lettering, ink: Ink, pixelRatio: number, room: Room): void {
  const step = [100, 200, 500, 1000, 2000, 5000].find((each) => each / sight.resolution > 90) ?? 5000
  const [minX, maxY] = toGame(sight, [0, 0])
  const [maxX, minY] = toGame(sight, [sight.width, sight.height])
  context.strokeStyle = ink.grid
  context.lineWidth = 1
  context.beginPath()
  const label = (value: number, x: number, y: number) => {
    const lettered = letter(String(value), 'grid')
    room.take(turnedBox([x, y], lettered.width, lettered.height))
    paste(context, lettered, x, y, 0, pixelRatio)
  }
  for (let x = Math.ceil(minX / step) * step; x <= maxX; x += step) {
    const left = Math.round(toPixel(sight, [x, 0])[0]) + 0.5
    context.moveTo(left, 0)
    context.lineTo(left, sight.height)
    // At the top, where no page element covers the map.
    label(x, left, 9)
  }
  for (let y = Math.ceil(minY / step) * step; y <= maxY; y += step) {
    const top = Math.round(toPixel(sight, [0, y])[1]) + 0.5
    context.moveTo(0, top)
    context.lineTo(sight.width, top)
    label(y, 22, top)
  }
  context.stroke()
}

let shapes: { readonly land: Path2D; readonly beats: readonly { readonly path: Path2D; readonly box: Box }[] } | undefined
const shapesOnce = () =>
  (shapes ??= { land: closed(coastline()), beats: BEAT_AREAS.map(({ line }) => ({ path: closed(line), box: boxOf(line) })) })

function closed(line: Line): Path2D {
  const path = new Path2D()
  for (let index = 0; index < pointCount(line); index += 1) path.lineTo(...pointAt(line, index))
  path.closePath()
  return path
}

function drawBeats(context: CanvasRenderingContext2D, sight: Sight, ink: Ink, pixelRatio: number): void {
  const { land, beats } = shapesOnce()
  const scale = 1 / sight.resolution
  const [minX, maxY] = toGame(sight, [0, 0])
  const [maxX, minY] = toGame(sight, [sight.width, sight.height])
  context.save()
  context.setTransform(scale * pixelRatio, 0, 0, -scale * pixelRatio, -minX * scale * pixelRatio, maxY * scale * pixelRatio)
  context.clip(land)
  context.strokeStyle = ink.beatLine
  context.lineWidth = 1.3 * sight.resolution
  context.setLineDash([7 * sight.resolution, 4 * sight.resolution])
  for (const [index, { path, box }] of beats.entries()) {
    if (!meets(box, [minX, minY, maxX, maxY])) continue
    context.fillStyle = ink.beatFills[index % ink.beatFills.length] ?? 'transparent'
    context.fill(path)
    context.stroke(path)
  }
  context.restore()
}

/** Fades with age. */
function drawTrail(context: CanvasRenderingContext2D, points: readonly TrailPoint[], colour: string, sight: Sight): void {
  if (points.length < 2) return
  context.strokeStyle = colour
  context.lineWidth = 2
  context.lineJoin = 'round'
  context.setLineDash([3, 4])
  const third = Math.ceil(points.length / 3)
  for (let part = 0; part < 3; part += 1) {
    context.globalAlpha = 0.2 + part * 0.2
    context.beginPath()
    for (const [index, { x, y }] of points.slice(part * third, (part + 1) * third + 1).entries()) {
      const [left, top] = toPixel(sight, [x, y])
      if (index === 0) context.moveTo(left, top)
      else context.lineTo(left, top)
    }
    context.stroke()
  }
  context.setLineDash([])
  context.globalAlpha = 1
}
