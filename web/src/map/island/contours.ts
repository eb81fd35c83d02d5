import { RELIEF, type Heights } from './relief.ts'

const { minX, minY, cell, columns, rows } = RELIEF

const NONE = -1
/** For each grid edge, the one or two edges the line continues to. */
type Crossings = Int32Array

/** Contour lines at a level, each as one polyline. */
export function contours(land: Heights, level: number): number[][] {
  const crossings = crossingsAt(land, level)
  const lines: number[][] = []
  for (let edge = 0; edge * 2 < crossings.length; edge += 1) {
    if (crossings[edge * 2] === NONE) continue
    const line = follow(edge, crossings)
    if (line.length >= 8) lines.push(line.flatMap((each) => pointOn(land, level, each)))
  }
  return lines
}

/** Edges are numbered by their start corner: even ones go east, odd ones north. */
function crossingsAt(land: Heights, level: number): Crossings {
  const crossings = new Int32Array(columns * rows * 4).fill(NONE)
  const lead = (from: number, to: number) => {
    crossings[from * 2 + (crossings[from * 2] === NONE ? 0 : 1)] = to
  }
  for (let row = 0; row < rows - 1; row += 1) {
    for (let at = row * columns; at < (row + 1) * columns - 1; at += 1) {
      const sw = (land[at] ?? 0) > level
      const se = (land[at + 1] ?? 0) > level
      const nw = (land[at + columns] ?? 0) > level
      const ne = (land[at + columns + 1] ?? 0) > level
      if (sw === se && sw === nw && sw === ne) continue
      const crossed: number[] = []
      if (sw !== se) crossed.push(at * 2)
      if (se !== ne) crossed.push((at + 1) * 2 + 1)
      if (nw !== ne) crossed.push((at + columns) * 2)
      if (sw !== nw) crossed.push(at * 2 + 1)
      for (let index = 0; index + 1 < crossed.length; index += 2) {
        const [from = 0, to = 0] = crossed.slice(index)
        lead(from, to)
        lead(to, from)
      }
    }
  }
  return crossings
}

/** Traces a line in both directions from one of its edges, and removes it from the grid. */
function follow(from: number, crossings: Crossings): number[] {
  const walk = (start: number): number[] => {
    const walked: number[] = []
    for (let edge = start; edge !== NONE;) {
      walked.push(edge)
      const [one = NONE, other = NONE] = crossings.subarray(edge * 2, edge * 2 + 2)
      crossings.fill(NONE, edge * 2, edge * 2 + 2)
      edge = isOpen(one, crossings) ? one : isOpen(other, crossings) ? other : NONE
    }
    return walked
  }
  const [ahead = NONE, behind = NONE] = crossings.subarray(from * 2, from * 2 + 2)
  crossings.fill(NONE, from * 2, from * 2 + 2)
  const forward = ahead === NONE ? [] : walk(ahead)
  const isClosed = forward.length > 1 && forward.at(-1) === behind
  const backward = behind === NONE || isClosed ? [] : walk(behind)
  return [...backward.toReversed(), from, ...forward, ...(isClosed ? [from] : [])]
}
const isOpen = (edge: number, crossings: Crossings): boolean => edge !== NONE && crossings[edge * 2] !== NONE

function pointOn(land: Heights, level: number, edge: number): [number, number] {
  const from = edge >> 1
  const isNorth = edge % 2 === 1
  const [low, high] = [land[from] ?? 0, land[from + (isNorth ? columns : 1)] ?? 0]
  const along = high === low ? 0.5 : (level - low) / (high - low)
  const [column, row] = [from % columns, Math.floor(from / columns)]
  return [minX + (column + (isNorth ? 0 : along)) * cell, minY + (row + (isNorth ? along : 0)) * cell]
}
