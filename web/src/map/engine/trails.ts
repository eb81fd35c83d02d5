import { TRAIL_MINUTES, type Trail } from '@tenfour/contract'

/** Past positions of a unit, oldest first. */
export type TrailPoint = { readonly at: number; readonly x: number; readonly y: number }

const KEPT_MS = TRAIL_MINUTES * 60_000
const APART_MS = 2000

/** The trails of the selected units. Earlier points are fetched; later ones are recorded as they arrive. */
export function createTrails(ask: (slots: readonly number[]) => Promise<readonly Trail[]>) {
  const trails = new Map<number, TrailPoint[]>()

  const prune = (points: TrailPoint[], now: number) => {
    const first = points.findIndex(({ at }) => now - at < KEPT_MS)
    if (first > 0) points.splice(0, first)
    else if (first < 0) points.length = 0
  }
  return {
    get: () => trails,
    /** Shows exactly these trails. */
    show: async (slots: readonly number[]): Promise<void> => {
      for (const slot of trails.keys()) if (!slots.includes(slot)) trails.delete(slot)
      const unknown = slots.filter((slot) => !trails.has(slot))
      for (const slot of unknown) trails.set(slot, [])
      if (unknown.length === 0) return
      for (const { slot, points } of await ask(unknown)) {
        const noted = trails.get(slot)
        const [first] = noted ?? []
        // Points recorded meanwhile go after the fetched ones.
        if (noted) trails.set(slot, [...points.filter(({ at }) => !first || at < first.at), ...noted])
      }
    },
    note: (slot: number, x: number, y: number, now: number) => {
      const points = trails.get(slot)
      const last = points?.at(-1)
      if (!points || (last && now - last.at < APART_MS)) return
      points.push({ at: now, x, y })
      prune(points, now)
    },
    forget: (slot: number) => void trails.delete(slot),
    clear: () => trails.clear(),
  }
}
