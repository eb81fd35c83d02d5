import { isSplit, type Area, type Layout, type Tabs } from './layout.ts'
import type { Side } from './layout-changes.ts'

/** A fraction of the whole plus a number of pixels. */
type Length = { readonly part: number; readonly px: number }
export type Rect = { readonly left: Length; readonly top: Length; readonly width: Length; readonly height: Length }
export type PlacedTabs = Tabs & { readonly rect: Rect }
/** The gap between two neighbours. `path` and `index` identify it for resizing; `fraction` is the first neighbour's part. */
export type PlacedGap = {
  readonly path: readonly number[]
  readonly index: number
  readonly direction: Layout['direction']
  readonly rect: Rect
  readonly fraction: number
  /** The length of both neighbours together. */
  readonly together: Length
  readonly between: readonly [Area, Area]
}

export const GAP_PX = 6
const WHOLE: Rect = { left: { part: 0, px: 0 }, top: { part: 0, px: 0 }, width: { part: 1, px: 0 }, height: { part: 1, px: 0 } }

const plus = (a: Length, b: Length): Length => ({ part: a.part + b.part, px: a.px + b.px })
const times = (a: Length, by: number): Length => ({ part: a.part * by, px: a.px * by })
const pixels = (px: number): Length => ({ part: 0, px })

/** Positions of all areas as fractions and pixels, independent of the window size. */
export function arrange({ direction, root }: Layout): { readonly tabs: readonly PlacedTabs[]; readonly gaps: readonly PlacedGap[] } {
  const tabs: PlacedTabs[] = []
  const gaps: PlacedGap[] = []
  const lay = (area: Area, rect: Rect, along: Layout['direction'], path: readonly number[]): void => {
    if (!isSplit(area)) return void tabs.push({ ...area, rect })
    const [start, length] = along === 'row' ? (['left', 'width'] as const) : (['top', 'height'] as const)
    const totalShare = area.split.reduce((total, { share }) => total + share, 0)
    const room = plus(rect[length], pixels(-GAP_PX * (area.split.length - 1)))
    let from = rect[start]
    area.split.forEach((part, index) => {
      const size = times(room, part.share / totalShare)
      lay(part, { ...rect, [start]: from, [length]: size }, along === 'row' ? 'column' : 'row', [...path, index])
      from = plus(from, size)
      const next = area.split[index + 1]
      if (!next) return
      const together = part.share + next.share
      gaps.push({
        path,
        index,
        direction: along,
        rect: { ...rect, [start]: from, [length]: pixels(GAP_PX) },
        fraction: part.share / together,
        together: times(room, together / totalShare),
        between: [part, next],
      })
      from = plus(from, pixels(GAP_PX))
    })
  }
  lay(root, WHOLE, direction, [])
  return { tabs, gaps }
}

export const HEADER_PX = 38

/** The area below a header, one pixel smaller all round for the frame. */
export const belowHeader = ({ left, top, width, height }: Rect): Rect => ({
  left: plus(left, pixels(1)),
  top: plus(top, pixels(HEADER_PX)),
  width: plus(width, pixels(-2)),
  height: plus(height, pixels(-HEADER_PX - 1)),
})

const css = ({ part, px }: Length): string => `calc(${(part * 100).toFixed(4)}% + ${px.toFixed(2)}px)`

export const rectStyle = ({ left, top, width, height }: Rect) => ({
  left: css(left),
  top: css(top),
  width: css(width),
  height: css(height),
})

export const inPixels = ({ part, px }: Length, total: number): number => part * total + px

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
type Point = { readonly x: number; readonly y: number }
/** The part of a panel, from each edge, in which a drop means that edge. */
const EDGE_PART = 0.28

/** The meaning of a drop at this point of a panel: join its tabs, or go to the nearest side. */
export function dropAt(box: Box, { x, y }: Point): Side | 'tabs' {
  if (y - box.top < HEADER_PX) return 'tabs'
  const across = (x - box.left) / box.width
  const down = (y - box.top) / box.height
  const distances: readonly (readonly [Side, number])[] = [
    ['left', across],
    ['right', 1 - across],
    ['top', down],
    ['bottom', 1 - down],
  ]
  const nearest = distances.reduce((best, each) => (each[1] < best[1] ? each : best))
  return nearest[1] < EDGE_PART ? nearest[0] : 'tabs'
}
