/** Current positions and targets of all units. Stored as typed columns, because thousands are moved on every frame. */
export type Fleet = ReturnType<typeof createFleet>

const USUAL_MS = 250
const [SHORTEST_MS, LONGEST_MS] = [120, 700]
/** Slightly longer than the update interval, so that units do not stop in between. */
const OVERLAP = 1.1
/** Too far to drive in one step: a teleport. */
const LEAP = 300

export function createFleet() {
  let capacity = 64
  let count = 0
  const columns = () => new Float32Array(capacity)
  let [fromX, fromY, fromTurn, toX, toY, toTurn, span] = [columns(), columns(), columns(), columns(), columns(), columns(), columns()]
  let [xs, ys, turns] = [columns(), columns(), columns()]
  let started = new Float64Array(capacity)
  let slots = new Int32Array(capacity)
  const indexes = new Map<number, number>()
  let movingUntil = 0

  const grow = () => {
    capacity *= 2
    const larger = (old: Float32Array<ArrayBuffer>) => {
      const made = columns()
      made.set(old)
      return made
    }
    ;[fromX, fromY, fromTurn, toX, toY, toTurn, span] = [
      larger(fromX),
      larger(fromY),
      larger(fromTurn),
      larger(toX),
      larger(toY),
      larger(toTurn),
      larger(span),
    ]
    ;[xs, ys, turns] = [larger(xs), larger(ys), larger(turns)]
    const [times, numbers] = [new Float64Array(capacity), new Int32Array(capacity)]
    times.set(started)
    numbers.set(slots)
    ;[started, slots] = [times, numbers]
  }

  const place = (index: number, x: number, y: number, turn: number) => {
    fromX[index] = toX[index] = xs[index] = x
    fromY[index] = toY[index] = ys[index] = y
    fromTurn[index] = toTurn[index] = turns[index] = turn
    span[index] = 0
  }

  const add = (slot: number) => {
    if (count === capacity) grow()
    indexes.set(slot, count)
    slots[count] = slot
    count += 1
  }

  const settle = (index: number, now: number) => {
    const length = span[index] ?? 0
    const share = length === 0 ? 1 : Math.min(1, (now - (started[index] ?? 0)) / length)
    xs[index] = (fromX[index] ?? 0) + ((toX[index] ?? 0) - (fromX[index] ?? 0)) * share
    ys[index] = (fromY[index] ?? 0) + ((toY[index] ?? 0) - (fromY[index] ?? 0)) * share
    turns[index] = (fromTurn[index] ?? 0) + ((toTurn[index] ?? 0) - (fromTurn[index] ?? 0)) * share
    if (share === 1) span[index] = 0
  }

  return {
    size: () => count,
    /** Columns by index up to the size, as of the last sample: slot, position, and heading in degrees. */
    read: () => ({ slots, xs, ys, turns }),
    indexOf: (slot: number): number | undefined => indexes.get(slot),
    /** Sets a unit's new position; it is animated from its current one. */
    move: (slot: number, x: number, y: number, heading: number, now: number) => {
      const known = indexes.get(slot)
      if (known === undefined) {
        add(slot)
        place(count - 1, x, y, heading)
        started[count - 1] = now
        return
      }
      const since = now - (started[known] ?? now)
      settle(known, now)
      if (Math.hypot(x - (xs[known] ?? 0), y - (ys[known] ?? 0)) > LEAP) return place(known, x, y, heading)
      fromX[known] = xs[known] ?? x
      fromY[known] = ys[known] ?? y
      fromTurn[known] = turns[known] ?? heading
      toX[known] = x
      toY[known] = y
      toTurn[known] = nearestTurn(turns[known] ?? heading, heading)
      started[known] = now
      const length = (since > LONGEST_MS ? USUAL_MS : Math.max(SHORTEST_MS, since)) * OVERLAP
      span[known] = length
      movingUntil = Math.max(movingUntil, now + length)
    },
    /** Places a unit without animation; returns whether it is new. */
    put: (slot: number, x: number, y: number, heading: number): boolean => {
      const known = indexes.get(slot)
      if (known === undefined) add(slot)
      place(known ?? count - 1, x, y, heading)
      return known === undefined
    },
    remove: (slot: number) => {
      const index = indexes.get(slot)
      if (index === undefined) return
      indexes.delete(slot)
      count -= 1
      if (index === count) return
      for (const column of [fromX, fromY, fromTurn, toX, toY, toTurn, span, xs, ys, turns, started, slots])
        column[index] = column[count] ?? 0
      indexes.set(slots[index] ?? 0, index)
    },
    clear: () => {
      indexes.clear()
      count = 0
    },
    /** Moves all units to their positions at this time; returns whether any is still moving. */
    sample: (now: number): boolean => {
      for (let index = 0; index < count; index += 1) if ((span[index] ?? 0) > 0) settle(index, now)
      return now < movingUntil
    },
    at: (slot: number): readonly [x: number, y: number] | undefined => {
      const index = indexes.get(slot)
      return index === undefined ? undefined : [xs[index] ?? 0, ys[index] ?? 0]
    },
  }
}

/** The equivalent of heading `to` that takes the shorter turn from `from`. */
export const nearestTurn = (from: number, to: number): number => from + ((((to - from) % 360) + 540) % 360) - 180
