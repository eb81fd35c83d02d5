import { UNIT_CLASS, UNIT_TYPE, type PatrolUnit } from '@tenfour/contract'
import { distanceTo, distanceWords } from '../../../map/distance.ts'
import { recommend, type Need, type Recommendation } from './recommend.ts'

type Known = Parameters<typeof recommend>[2]
export type FoundUnit = Recommendation & { readonly isRecommended: boolean }

const SHOWN = 40

/** Civilians are not dispatched, and dispatchers stay at the desk. */
const canGo = ({ unitClass, type }: PatrolUnit): boolean =>
  unitClass !== UNIT_CLASS.Other && !(unitClass === UNIT_CLASS.Comms && type === UNIT_TYPE.Dispatcher)

/** Units to choose from for a call: recommended ones, then all others by call sign; filtered by the typed text. */
export function searchUnits(
  call: Need | undefined,
  units: ReadonlyMap<number, PatrolUnit>,
  text: string,
  without: ReadonlySet<number>,
  known: Known,
): FoundUnit[] {
  const recommended = call ? recommend(call, units.values(), known).map((each) => ({ ...each, isRecommended: true })) : []
  const first = new Set(recommended.map(({ unit }) => unit.userId))
  const others = [...units.values()]
    .filter((unit) => canGo(unit) && !first.has(unit.userId) && (call === undefined || unit.callId !== call.callId))
    .toSorted((a, b) => Number(a.callId !== null) - Number(b.callId !== null) || a.identifier.localeCompare(b.identifier))
    .map((unit) => ({ unit, reasons: aboutOther(unit, call, known), isRecommended: false }))
  const wanted = text.trim().toLowerCase()
  const rank = ({ unit }: FoundUnit) => matchOf(unit, wanted)
  return [...recommended, ...others]
    .filter((each) => !without.has(each.unit.userId) && rank(each) < NO_MATCH)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, SHOWN)
}

/** Distance, name and current activity, for a unit that is not recommended. */
function aboutOther(unit: PatrolUnit, call: Need | undefined, { positions }: Known): string[] {
  const distance = call ? distanceTo(call, positions?.get(unit.userId)) : null
  const far = distance === null ? [] : [distanceWords(distance)]
  return [...far, unit.name, ...(unit.callId === null ? [] : [`on call ${unit.callId}`])]
}

const NO_MATCH = 4
/** Best first: exact call sign, call sign prefix, call sign substring, name. */
function matchOf({ identifier, name }: PatrolUnit, wanted: string): number {
  if (wanted === '') return 0
  const sign = identifier.toLowerCase()
  if (sign === wanted) return 0
  if (sign.startsWith(wanted)) return 1
  if (sign.includes(wanted)) return 2
  return name.toLowerCase().includes(wanted) ? 3 : NO_MATCH
}
