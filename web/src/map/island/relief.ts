import { distanceToLine, hash, boxOf } from './geometry.ts'
import { RIDGES } from './ground.ts'

/** The grid of the relief, in game units. Rows go from south to north. */
export const RELIEF = { minX: -3900, minY: -3800, cell: 30, columns: 270, rows: 372 } as const
const { minX, minY, cell, columns, rows } = RELIEF

export type Heights = Float32Array

/** The height map: ridges with eroded gullies. Generated, so that no data has to be shipped. */
export function heights(): Heights {
  const land = new Float32Array(columns * rows)
  for (const { height, reach, line } of RIDGES) {
    const [fromX, fromY, toX, toY] = boxOf(line, reach * 2.2)
    for (let row = rowAt(fromY); row <= rowAt(toY); row += 1) {
      for (let column = columnAt(fromX); column <= columnAt(toX); column += 1) {
        const x = minX + column * cell
        const y = minY + row * cell
        const near = distanceToLine(line, x, y)
        if (near > reach * 2.2) continue
        const far = Math.max(0, near / reach + (noise(x / 420, y / 420, 1) - 0.5) * 0.9)
        const here = height * Math.exp(-far * far * 1.25)
        land[row * columns + column] = (land[row * columns + column] ?? 0) + here * here
      }
    }
  }
  for (let at = 0; at < land.length; at += 1) {
    const power = land[at] ?? 0
    const [x, y] = [minX + (at % columns) * cell, minY + Math.floor(at / columns) * cell]
    land[at] = power < 4 ? 0 : Math.sqrt(power) * (0.45 + 0.75 * gullies(x, y))
  }
  return land
}

/** Hill shading with light from the north-west: -1 for shade to 1 for sun. */
export function sunlight(land: Heights): Float32Array {
  const light = new Float32Array(columns * rows)
  for (let row = 1; row < rows - 1; row += 1) {
    for (let column = 1; column < columns - 1; column += 1) {
      const at = row * columns + column
      const east = ((land[at + 1] ?? 0) - (land[at - 1] ?? 0)) / (2 * cell)
      const north = ((land[at + columns] ?? 0) - (land[at - columns] ?? 0)) / (2 * cell)
      const steep = Math.hypot(east, north)
      light[at] = Math.max(-1, Math.min(1, ((east - north) * 0.95) / Math.sqrt(1 + steep * steep)))
    }
  }
  return light
}

const rowAt = (y: number) => Math.max(0, Math.min(rows - 1, Math.round((y - minY) / cell)))
const columnAt = (x: number) => Math.max(0, Math.min(columns - 1, Math.round((x - minX) / cell)))

/** Branching valleys: ridged noise, each octave finer than the last. */
function gullies(x: number, y: number): number {
  let sum = 0
  let weight = 0.58
  let size = 560
  for (let octave = 0; octave < 4; octave += 1) {
    sum += weight * (1 - Math.abs(noise(x / size, y / size, octave + 3) * 2 - 1))
    weight *= 0.46
    size *= 0.5
  }
  return sum
}

function noise(x: number, y: number, seed: number): number {
  const left = Math.floor(x)
  const bottom = Math.floor(y)
  const u = ease(x - left)
  const v = ease(y - bottom)
  const a = left + seed * 1013
  const b = bottom - seed * 577
  const southWest = hash(a, b)
  const northWest = hash(a, b + 1)
  const low = southWest + (hash(a + 1, b) - southWest) * u
  const high = northWest + (hash(a + 1, b + 1) - northWest) * u
  return low + (high - low) * v
}
const ease = (t: number) => t * t * t * (t * (t * 6 - 15) + 10)
