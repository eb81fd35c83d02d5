import { UNIT_CLASS, UNIT_STATUS, type PatrolUnit, type UnitClass } from '@tenfour/contract'
import { statusOf, statusWord } from '../../../../ui/unit-status.ts'

export type UnitFilter = 'all' | 'police' | 'fire' | 'available'

/** The order of the board. Civilians are not dispatched and not on it. */
const CLASS_ORDER: readonly UnitClass[] = [UNIT_CLASS.Leo, UNIT_CLASS.Fire, UNIT_CLASS.Comms]

const isAvailable = ({ status, callId, unitClass }: PatrolUnit): boolean =>
  status === UNIT_STATUS.inService && callId === null && (unitClass === UNIT_CLASS.Leo || unitClass === UNIT_CLASS.Fire)

const FILTERS: Readonly<Record<UnitFilter, (unit: PatrolUnit) => boolean>> = {
  all: ({ unitClass }) => unitClass !== UNIT_CLASS.Other,
  police: ({ unitClass }) => unitClass === UNIT_CLASS.Leo,
  fire: ({ unitClass }) => unitClass === UNIT_CLASS.Fire,
  available: isAvailable,
}

/** A row of the board: a unit by its user id, or a class heading as a negative number. */
type BoardRowId = number
export const headingOf = (unitClass: UnitClass): BoardRowId => -unitClass
export const headingClass = (row: BoardRowId): UnitClass | undefined => CLASS_ORDER.find((unitClass) => headingOf(unitClass) === row)

type Wanted = { readonly filter: UnitFilter; readonly text: string; readonly beatName: (beatId: number | null) => string | undefined }

/** The rows of the board under their headings, by call sign, so that a status change moves nothing. */
export function listUnits(units: Units, { filter, text, beatName }: Wanted): BoardRowId[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isWanted = (unit: PatrolUnit) => FILTERS[filter](unit) && (words.length === 0 || matches(unit, words, beatName(unit.beatId)))
  const byClass = Map.groupBy(inCallSignOrder(units).filter(isWanted), ({ unitClass }) => unitClass)
  return CLASS_ORDER.flatMap((unitClass) => {
    const ofClass = byClass.get(unitClass)
    return ofClass ? [headingOf(unitClass), ...ofClass.map(({ userId }) => userId)] : []
  })
}

function matches(unit: PatrolUnit, words: readonly string[], beat: string | undefined): boolean {
  const { identifier, name, callId, channel } = unit
  const haystack = [identifier, name, statusWord(statusOf(unit)), callId, channel, beat].join(' ').toLowerCase()
  return words.every((word) => haystack.includes(word))
}

const collator = new Intl.Collator('en', { numeric: true })
const byCallSign = (a: PatrolUnit, b: PatrolUnit): number => collator.compare(a.identifier, b.identifier) || a.userId - b.userId

type Units = ReadonlyMap<number, PatrolUnit>
let sorted: readonly PatrolUnit[] = []

/** The units by call sign. Most events change neither units nor call signs, so the previous order can usually be reused. */
export function inCallSignOrder(units: Units): readonly PatrolUnit[] {
  const isSame = sorted.length === units.size && sorted.every(({ userId, identifier }) => units.get(userId)?.identifier === identifier)
  sorted = isSame ? sorted.flatMap(({ userId }) => units.get(userId) ?? []) : [...units.values()].toSorted(byCallSign)
  return sorted
}

type UnitCounts = { readonly total: number; readonly police: number; readonly fire: number; readonly available: number }

export function countUnits(units: Iterable<PatrolUnit>): UnitCounts {
  const counts = { total: 0, police: 0, fire: 0, available: 0 }
  for (const unit of units) {
    if (FILTERS.all(unit)) counts.total += 1
    if (FILTERS.police(unit)) counts.police += 1
    if (FILTERS.fire(unit)) counts.fire += 1
    if (FILTERS.available(unit)) counts.available += 1
  }
  return counts
}

/** The selected rows of a list; `anchor` is where a range began. The focused row is kept by the caller. */
type RowSelection = { readonly anchor: number | null; readonly chosen: ReadonlySet<number> }
type Keys = { readonly isAdding?: boolean; readonly isStretching?: boolean }

export const NOTHING_CHOSEN: RowSelection = { anchor: null, chosen: new Set() }

/** The selection after a row is clicked, or reached with the arrow keys. */
export function choose(selection: RowSelection, order: readonly number[], id: number, { isAdding, isStretching }: Keys = {}): RowSelection {
  const { anchor, chosen } = selection
  if (isStretching && anchor !== null && order.includes(anchor)) {
    const [from, to] = [order.indexOf(anchor), order.indexOf(id)].toSorted((a, b) => a - b)
    return { anchor, chosen: new Set([...(isAdding ? chosen : []), ...order.slice(from, (to ?? 0) + 1)]) }
  }
  if (!isAdding) return { anchor: id, chosen: new Set([id]) }
  return { anchor: id, chosen: chosen.has(id) ? new Set([...chosen].filter((each) => each !== id)) : new Set([...chosen, id]) }
}

/** The rows an action applies to: the selected ones, or the row it was invoked on if that is not selected. */
export const actionTargets = (order: readonly number[], { chosen }: RowSelection, id: number): readonly number[] =>
  chosen.has(id) ? order.filter((each) => chosen.has(each)) : [id]
