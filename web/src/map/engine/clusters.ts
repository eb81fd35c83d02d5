/** Units drawn as one because there is not enough room for each. */
export type Cluster = { readonly members: readonly number[] }
export type Grouping = { readonly loose: readonly number[]; readonly clusters: readonly Cluster[] }

export type Crowd = {
  readonly count: number
  readonly xs: ArrayLike<number>
  readonly ys: ArrayLike<number>
  /** Whether the unit at this index is drawn at all, and whether it may be part of a cluster. */
  readonly isShown: (index: number) => boolean
  readonly mayJoin: (index: number) => boolean
}

const CELL_PIXELS = 46
const FEWEST = 5
/** From this resolution on there is room for every unit. */
export const CLOSE_ENOUGH = 1.6

/**
 * Groups units that are too close together to be drawn separately. The grid is fixed to the land, so that panning does not change the
 * groups.
 */
export function group({ count, xs, ys, isShown, mayJoin }: Crowd, resolution: number, isOn: boolean): Grouping {
  const loose: number[] = []
  const cells = new Map<number, number[]>()
  const side = CELL_PIXELS * resolution
  for (let index = 0; index < count; index += 1) {
    if (!isShown(index)) continue
    if (!isOn || resolution <= CLOSE_ENOUGH || !mayJoin(index)) {
      loose.push(index)
      continue
    }
    const cell = Math.floor((xs[index] ?? 0) / side) * 100_003 + Math.floor((ys[index] ?? 0) / side)
    const there = cells.get(cell)
    if (there) there.push(index)
    else cells.set(cell, [index])
  }
  const clusters: Cluster[] = []
  for (const members of cells.values()) {
    if (members.length >= FEWEST) clusters.push({ members })
    else loose.push(...members)
  }
  return { loose, clusters }
}
