import { UNIT_CLASS, type Call, type PatrolUnit } from '@tenfour/contract'
import { statusOf, statusWord } from '../../../../ui/unit-status.ts'
import { boardStore } from '../../board/board.port.ts'
import { welfareTimeFor } from '../../cad-values/cad-values.port.ts'

export type WelfareLevel = 'fine' | 'amber' | 'red'
type Standing = Pick<PatrolUnit, 'status' | 'statusId' | 'callId'>
type Calls = ReadonlyMap<number, Pick<Call, 'priority'>>

const MINUTE = 60_000

const timeFor = (unit: Standing, calls: Calls) => welfareTimeFor(unit, unit.callId === null ? undefined : calls.get(unit.callId)?.priority)

/** Whether a unit has been in its status so long that a status check is due. The priority of its call may decide how long that is. */
export function welfareLevel(
  unit: Standing & Pick<PatrolUnit, 'statusSince'>,
  now: number,
  calls: Calls = boardStore().get().calls,
): WelfareLevel {
  const time = timeFor(unit, calls)
  const minutes = (now - Date.parse(unit.statusSince)) / MINUTE
  if (!time || minutes < time.amber) return 'fine'
  return minutes >= time.red ? 'red' : 'amber'
}

/** 'On scene for more than 30 minutes: ask for a status check'; empty otherwise. */
export function welfareWords(unit: Standing, level: WelfareLevel, calls: Calls = boardStore().get().calls): string | undefined {
  const time = timeFor(unit, calls)
  if (level === 'fine' || !time) return undefined
  const advice = level === 'red' ? 'ask for a status check now' : 'a status check is due'
  return `${statusWord(statusOf(unit))} for more than ${time[level]} minutes: ${advice}`
}

const RANK: Readonly<Record<WelfareLevel, number>> = { fine: 0, amber: 1, red: 2 }

/** Units in the field: dispatchers and civilians need no status checks. */
const isInField = ({ unitClass }: PatrolUnit) => unitClass === UNIT_CLASS.Leo || unitClass === UNIT_CLASS.Fire

/** The units due for a status check, most overdue first. */
export const overdueUnits = (units: Iterable<PatrolUnit>, now: number): PatrolUnit[] =>
  [...units]
    .filter(isInField)
    .map((unit) => ({ unit, rank: RANK[welfareLevel(unit, now)] }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank || a.unit.statusSince.localeCompare(b.unit.statusSince))
    .map(({ unit }) => unit)

type Units = ReadonlyMap<number, PatrolUnit>
let latest: { readonly units: Units; readonly now: number; readonly ids: string } | undefined

/** Their user ids as a string, '12,7'. Cached, because several panels ask every second. */
export function overdueIds(units: Units, now: number): string {
  if (latest?.units !== units || latest.now !== now) {
    const ids = overdueUnits(units.values(), now).map(({ userId }) => userId)
    latest = { units, now, ids: ids.join(',') }
  }
  return latest.ids
}

export const countIds = (ids: string): number => (ids === '' ? 0 : ids.split(',').length)
