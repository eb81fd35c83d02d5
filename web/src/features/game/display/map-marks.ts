import type { DisplayCall, DisplayPlaces, DisplayUnit, UnitStatus } from '@tenfour/contract'
import { byUrgency, unitsInOrder } from './display-rows.ts'

type Place = readonly [x: number, y: number]
export type UnitPlace = { readonly unit: DisplayUnit; readonly at: Place }
export type CallPlace = { readonly call: DisplayCall; readonly at: Place }

/** The units and calls with a known position, most urgent first. */
export function placed(units: readonly DisplayUnit[], calls: readonly DisplayCall[], places: DisplayPlaces | null) {
  const unitAt = new Map((places?.units ?? []).map(([slot, x, y]) => [slot, [x, y] as const]))
  const callAt = new Map((places?.calls ?? []).map(([callId, x, y]) => [callId, [x, y] as const]))
  return {
    units: unitsInOrder(units).flatMap((unit): UnitPlace[] => {
      const at = unitAt.get(unit.slot)
      return at ? [{ unit, at }] : []
    }),
    calls: calls
      .flatMap((call): CallPlace[] => {
        const at = callAt.get(call.callId)
        return at ? [{ call, at }] : []
      })
      .toSorted((a, b) => byUrgency(a.call, b.call)),
  }
}

export type Mark = { readonly left: number; readonly top: number; readonly sign: string; readonly status: UnitStatus }
type Rect = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** As in the style sheet: the monospaced letters of a label, and the dot it is attached to. */
const SIGN = { letter: 0.47, padding: 0.4, height: 0.95, gap: 0.6 }

/**
 * Which units get a call sign label, and on which side: the most urgent are placed first, and no label covers another label or a unit.
 * A unit without a label is still shown as a dot.
 */
export function signSides(marks: readonly Mark[], em: number, width: number, height: number): ('right' | 'left' | null)[] {
  const grid = createGrid(em * 6)
  marks.forEach(({ left, top }, index) =>
    grid.add({ left: left - em * 0.4, right: left + em * 0.4, top: top - em * 0.4, bottom: top + em * 0.4 }, index),
  )
  return marks.map(({ left, top, sign }, index) => {
    const long = (sign.length * SIGN.letter + SIGN.padding) * em
    const [upper, lower] = [top - (SIGN.height / 2) * em, top + (SIGN.height / 2) * em]
    const sides = {
      right: { left: left + SIGN.gap * em, right: left + SIGN.gap * em + long, top: upper, bottom: lower },
      left: { left: left - SIGN.gap * em - long, right: left - SIGN.gap * em, top: upper, bottom: lower },
    }
    for (const side of ['right', 'left'] as const) {
      const rect = sides[side]
      if (rect.left < 0 || rect.right > width || rect.top < 0 || rect.bottom > height || grid.isTaken(rect, index)) continue
      grid.add(rect, -1)
      return side
    }
    return null
  })
}

/** A spatial grid for finding nearby boxes. */
function createGrid(side: number) {
  const cells = new Map<string, { readonly rect: Rect; readonly owner: number }[]>()
  const around = ({ left, top, right, bottom }: Rect): string[] => {
    const keys: string[] = []
    for (let x = Math.floor(left / side); x <= Math.floor(right / side); x += 1) {
      for (let y = Math.floor(top / side); y <= Math.floor(bottom / side); y += 1) keys.push(`${x} ${y}`)
    }
    return keys
  }
  return {
    add: (rect: Rect, owner: number): void => {
      for (const key of around(rect)) {
        const cell = cells.get(key)
        if (cell) cell.push({ rect, owner })
        else cells.set(key, [{ rect, owner }])
      }
    },
    isTaken: (rect: Rect, except: number): boolean =>
      around(rect).some((key) => cells.get(key)?.some((each) => each.owner !== except && overlaps(each.rect, rect)) ?? false),
  }
}

const overlaps = (a: Rect, b: Rect): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
