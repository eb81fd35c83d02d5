import type { Point } from '../island/geometry.ts'
import type { Cluster, Grouping } from './clusters.ts'
import type { Fleet } from './fleet.ts'
import { TONES, type Ink, type Tone } from './ink.ts'
import type { Look } from './looks.ts'
import { bubbleRadius, headingIndex, type Age, type Sprites } from './sprites.ts'
import { toPixel, type Sight } from './view.ts'

export type Scene = {
  readonly fleet: Fleet
  readonly lookOf: (slot: number) => Look | undefined
  readonly grouping: Grouping
  readonly age: Age
  readonly hovered: number | null
  readonly selected: number | null
  readonly followed: number | null
  /** Lines from units to the calls they are en route to. */
  readonly leads: readonly { readonly slot: number; readonly to: Point; readonly tone: Tone }[]
  /** A unit being dragged to a call. */
  readonly carried: { readonly slot: number; readonly at: Point } | null
}

/** Where clusters were drawn, for hit testing. */
export type DrawnCluster = { readonly cluster: Cluster; readonly left: number; readonly top: number; readonly radius: number }

/** Beyond this only the labels of important units are shown. */
const MAX_LABELS = 320
const SHELF = 8

/** Draws all units. In device pixels and at whole ones, which the browser copies fastest. */
export function drawUnits(
  context: CanvasRenderingContext2D,
  scene: Scene,
  sight: Sight,
  pixelRatio: number,
  sprites: Sprites,
  ink: Ink,
): DrawnCluster[] {
  const { fleet, lookOf, grouping, age } = scene
  const { slots, xs, ys, turns } = fleet.read()
  const [width, height] = [sight.width * pixelRatio, sight.height * pixelRatio]
  const scale = pixelRatio / sight.resolution
  const [originX, originY] = [width / 2 - sight.x * scale, height / 2 + sight.y * scale]
  const margin = 40 * pixelRatio

  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, width, height)
  drawLeads(context, scene, sight, pixelRatio, ink)

  const inSight: number[] = []
  for (const index of grouping.loose) {
    if (index >= fleet.size()) continue
    const left = (xs[index] ?? 0) * scale + originX
    const top = originY - (ys[index] ?? 0) * scale
    if (left < -margin || top < -margin || left > width + margin || top > height + margin) continue
    inSight.push(index)
    const look = lookOf(slots[index] ?? -1)
    if (!look) continue
    if (look.isPanic) drawRing(context, left, top, pixelRatio, ink.tones['on-scene'], 2)
    if (isMarked(scene, look)) drawRing(context, left, top, pixelRatio, look.slot === scene.followed ? ink.accent : ink.text)
    const { canvas, side } = sprites.strip(look.shape, look.tone, age, look.isAir)
    context.drawImage(
      canvas,
      headingIndex(turns[index] ?? 0) * side,
      0,
      side,
      side,
      Math.round(left - side / 2),
      Math.round(top - side / 2),
      side,
      side,
    )
  }
  const frame = { scale, originX, originY, width, height, pixelRatio }
  const { marked, others } = labelsOf(scene, inSight, frame, sprites)
  for (const { canvas, left, top } of others) context.drawImage(canvas, left, top)
  const drawn = drawClusters(context, scene, frame, sprites)
  // Last, so that nothing lies over a panic or what is selected.
  for (const { canvas, left, top } of marked) context.drawImage(canvas, left, top)
  drawCarried(context, scene, pixelRatio, sprites)
  return drawn
}

type Frame = {
  readonly scale: number
  readonly originX: number
  readonly originY: number
  readonly width: number
  readonly height: number
  readonly pixelRatio: number
}

const isMarked = ({ selected, followed, hovered }: Scene, { slot }: Look) => slot === selected || slot === followed || slot === hovered

function drawRing(context: CanvasRenderingContext2D, left: number, top: number, pixelRatio: number, colour: string, weight = 1): void {
  context.strokeStyle = colour
  context.globalAlpha = 0.8
  context.lineWidth = 1.5 * weight * pixelRatio
  context.beginPath()
  context.arc(left, top, (13 + weight) * pixelRatio, 0, Math.PI * 2)
  context.stroke()
  context.globalAlpha = 1
}

type DrawnLabel = { readonly canvas: HTMLCanvasElement; readonly left: number; readonly top: number }

/** Where a label may be: beside the unit, or a line above or below where another label is there. */
const LINES = [0, -1, 1]

/** Panics and what is marked are always labelled. Of the others, in order, those whose label would overlap an earlier one are not. */
function labelsOf(scene: Scene, inSight: readonly number[], frame: Frame, sprites: Sprites) {
  const { fleet, lookOf, age } = scene
  const { slots, xs, ys } = fleet.read()
  const { scale, originX, originY, width, pixelRatio } = frame
  const taken = new Set<number>()
  const shelf = SHELF * pixelRatio
  const across = Math.ceil(width / shelf) + 16
  const cellsOf = (left: number, top: number, wide: number, high: number): number[] => {
    const cells: number[] = []
    for (let y = Math.floor(top / shelf); y <= Math.floor((top + high) / shelf); y += 1) {
      for (let x = Math.floor(left / shelf); x <= Math.floor((left + wide) / shelf); x += 1) cells.push(y * across + x)
    }
    return cells
  }
  const labelAt = (index: number, isMarkedLabel: boolean): DrawnLabel[] => {
    const look = lookOf(slots[index] ?? -1)
    const text = look && (look.label || (isMarkedLabel ? look.name : ''))
    if (!look || !text) return []
    const [words, tone] = look.isPanic ? [`PANIC ${text}`, 'on-scene' as const] : [text, look.tone]
    const { canvas, width: wide, height: high } = sprites.chip(words, tone, age)
    const left = Math.round((xs[index] ?? 0) * scale + originX + 9 * pixelRatio)
    const places = (isMarkedLabel ? LINES : [0]).map((line) => {
      const top = Math.round(originY - (ys[index] ?? 0) * scale - high / 2 + line * high)
      return { top, cells: cellsOf(left, top, wide, high) }
    })
    const place = places.find(({ cells }) => !cells.some((cell) => taken.has(cell))) ?? (isMarkedLabel ? places[0] : undefined)
    if (!place) return []
    for (const cell of place.cells) taken.add(cell)
    return [{ canvas, left, top: place.top }]
  }
  const panics: number[] = []
  const chosen: number[] = []
  const rest: number[] = []
  for (const index of inSight) {
    const look = lookOf(slots[index] ?? -1)
    if (look?.isPanic) panics.push(index)
    else if (look && isMarked(scene, look)) chosen.push(index)
    else rest.push(index)
  }
  const marked = [...panics, ...chosen].flatMap((index) => labelAt(index, true))
  return { marked, others: rest.length > MAX_LABELS ? [] : rest.flatMap((index) => labelAt(index, false)) }
}

function drawClusters(context: CanvasRenderingContext2D, scene: Scene, frame: Frame, sprites: Sprites): DrawnCluster[] {
  const { fleet, lookOf, grouping } = scene
  const { slots, xs, ys } = fleet.read()
  const { scale, originX, originY, width, height, pixelRatio } = frame
  const drawn: DrawnCluster[] = []
  for (const cluster of grouping.clusters) {
    const { members } = cluster
    let [sumX, sumY] = [0, 0]
    const mix = TONES.map(() => 0)
    for (const index of members) {
      sumX += xs[index] ?? 0
      sumY += ys[index] ?? 0
      const tone = TONES.indexOf(lookOf(slots[index] ?? -1)?.tone ?? 'off')
      mix[tone] = (mix[tone] ?? 0) + 1 / members.length
    }
    const left = (sumX / members.length) * scale + originX
    const top = originY - (sumY / members.length) * scale
    if (left < -60 || top < -60 || left > width + 60 || top > height + 60) continue
    const radius = bubbleRadius(members.length)
    for (const { canvas, width: wide, height: high } of [sprites.rim(radius, mix), sprites.count(members.length)]) {
      context.drawImage(canvas, Math.round(left - wide / 2), Math.round(top - high / 2))
    }
    drawn.push({ cluster, left: left / pixelRatio, top: top / pixelRatio, radius })
  }
  return drawn
}

function drawLeads(context: CanvasRenderingContext2D, { leads, fleet }: Scene, sight: Sight, pixelRatio: number, ink: Ink): void {
  if (leads.length === 0) return
  context.lineWidth = 1.6 * pixelRatio
  context.setLineDash([3 * pixelRatio, 4 * pixelRatio])
  context.globalAlpha = 0.6
  for (const { slot, to, tone } of leads) {
    const from = fleet.at(slot)
    if (!from) continue
    const [fromLeft, fromTop] = toPixel(sight, from)
    const [toLeft, toTop] = toPixel(sight, to)
    context.strokeStyle = ink.tones[tone]
    context.beginPath()
    context.moveTo(fromLeft * pixelRatio, fromTop * pixelRatio)
    context.lineTo(toLeft * pixelRatio, toTop * pixelRatio)
    context.stroke()
  }
  context.setLineDash([])
  context.globalAlpha = 1
}

function drawCarried(context: CanvasRenderingContext2D, { carried, lookOf }: Scene, pixelRatio: number, sprites: Sprites): void {
  const look = carried && lookOf(carried.slot)
  if (!look) return
  const [left, top] = [carried.at[0] * pixelRatio, carried.at[1] * pixelRatio]
  const { canvas, side } = sprites.strip(look.shape, look.tone, 0, look.isAir)
  context.drawImage(canvas, 0, 0, side, side, Math.round(left - side / 2), Math.round(top - side / 2), side, side)
  const chip = sprites.chip(look.label || look.name, look.tone, 0)
  context.drawImage(chip.canvas, Math.round(left + 9 * pixelRatio), Math.round(top - chip.height / 2))
}
