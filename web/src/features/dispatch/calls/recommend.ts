import { UNIT_CLASS, UNIT_STATUS, UNIT_TYPE, type Beat, type Call, type CallType, type PatrolUnit } from '@tenfour/contract'
import { distanceTo, distanceWords, type Place } from '../../../map/distance.ts'
import { statusOf, statusWords } from '../../../ui/unit-status.ts'
import { unitTypeName, unitTypeOf } from '../cad-values/cad-values.port.ts'
import { CLASS_WORDS } from './call.labels.ts'

/** The parts of a call that decide which units can go; the call need not exist yet. */
export type Need = Pick<Call, 'callId' | 'callTypeId' | 'priority' | 'classes' | 'location' | 'x' | 'y' | 'panicUserId'>
export type Recommendation = { readonly unit: PatrolUnit; readonly reasons: readonly string[] }
/** How many units of which types a call still lacks, beside the units on it. */
export function unitsMissing(call: Pick<Call, 'callId'>, needs: CallType['needs'], units: Iterable<PatrolUnit>) {
  const there = needs.length === 0 ? [] : Array.from(units).filter(({ callId }) => callId === call.callId)
  return needs.flatMap(({ typeId, count }) => {
    const missing = count - there.filter((unit) => unitTypeOf(unit)?.typeId === typeId).length
    const name = unitTypeName(typeId)
    return missing > 0 && name !== undefined ? [{ typeId, missing, name }] : []
  })
}

type Known = {
  readonly calls: ReadonlyMap<number, Call>
  readonly types?: ReadonlyMap<number, Pick<CallType, 'recommend' | 'needs'>>
  readonly beats?: readonly Beat[]
  /** Positions of units by user, in metres. */
  readonly positions?: ReadonlyMap<number, Place>
}

/** Whether and how readily a unit can go: free first, then en route to a less urgent call, then busy with something unknown to dispatch. */
function readiness({ status, callId }: PatrolUnit, call: Need, calls: Known['calls']): number | null {
  if (callId === null) {
    if (status === UNIT_STATUS.inService) return 0
    return status === UNIT_STATUS.busy ? 2 : null
  }
  const current = calls.get(callId)
  return status === UNIT_STATUS.enRoute && current && current.priority > call.priority ? 1 : null
}

const plain = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/\bhwy\b/g, 'highway')
    .trim()} `
/** The beat whose name occurs in the location, if any. */
const beatAt = (location: string, beats: readonly Beat[]): Beat | undefined =>
  beats.find(({ name, area }) => area !== 'Both' && plain(location).includes(plain(name)))

/** The units that could go to a call, best first, each with reasons. Excludes units already on it and units that need help themselves. */
export function recommend(call: Need, units: Iterable<PatrolUnit>, { calls, types, beats = [], positions }: Known): Recommendation[] {
  const { recommend: asked = [], needs = [] } = types?.get(call.callTypeId) ?? {}
  const all = Array.from(units)
  const missing = new Set(unitsMissing(call, needs, all).map(({ typeId }) => typeId))
  const beatHere = beatAt(call.location, beats)
  const beatNames = new Map(beats.map(({ beatId, name }) => [beatId, name]))
  const inDanger = new Set([call, ...calls.values()].flatMap(({ panicUserId }) => panicUserId ?? []))

  const judge = (unit: PatrolUnit) => {
    const ready = readiness(unit, call, calls)
    const unitType = unitTypeOf(unit)
    const isMissing = unitType !== undefined && missing.has(unitType.typeId)
    const isAsked = unitType !== undefined && (isMissing || asked.includes(unitType.typeId))
    const ofClass = call.classes.indexOf(unit.unitClass)
    const capability = ofClass < 0 && isAsked ? call.classes.length : ofClass
    const isDesk = unit.unitClass === UNIT_CLASS.Comms && unit.type === UNIT_TYPE.Dispatcher
    if (ready === null || capability < 0 || isDesk || unit.callId === call.callId || inDanger.has(unit.userId)) return []
    const distance = distanceTo(call, positions?.get(unit.userId))
    const isSameBeat = beatHere !== undefined && beatHere.beatId === unit.beatId
    const isAir = unit.type === UNIT_TYPE.Air
    const beatName = unit.beatId === null ? undefined : beatNames.get(unit.beatId)
    const current = unit.callId === null ? undefined : calls.get(unit.callId)
    const reasons = [
      ...(distance === null ? [] : [distanceWords(distance)]),
      current ? `${statusWords(statusOf(unit))} to ${current.callId}, priority ${current.priority}` : statusWords(statusOf(unit)),
      isMissing ? `needed: ${unitType.name}` : isAsked ? `asked for: ${unitType.name}` : isAir ? 'airborne' : CLASS_WORDS[unit.unitClass],
      ...(isSameBeat ? ['same beat'] : beatName === undefined ? [] : [`beat ${beatName}`]),
    ]
    return [{ unit, reasons, ready, isMissing, isAsked, capability, isAir: isAir && !isAsked, distance: distance ?? Infinity, isSameBeat }]
  }
  type Judged = ReturnType<typeof judge>[number]
  const best = (a: Judged, b: Judged) =>
    a.ready - b.ready ||
    Number(b.isMissing) - Number(a.isMissing) ||
    Number(b.isAsked) - Number(a.isAsked) ||
    a.capability - b.capability ||
    Number(a.isAir) - Number(b.isAir) ||
    compare(a.distance, b.distance) ||
    Number(b.isSameBeat) - Number(a.isSameBeat) ||
    compare(a.unit.statusSince, b.unit.statusSince) ||
    compare(a.unit.identifier, b.unit.identifier)
  return all
    .flatMap(judge)
    .toSorted(best)
    .map(({ unit, reasons }) => ({ unit, reasons }))
}

const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)
