import { STATUS_AMBER_MINUTES, STATUS_RED_MINUTES, UNIT_CLASS, type PatrolUnit } from '@tenfour/contract'
import { statusWord } from '../../../../ui/unit-status.ts'

export type WelfareLevel = 'fine' | 'amber' | 'red'
type Standing = Pick<PatrolUnit, 'status' | 'statusSince'>

const MINUTE = 60_000

/** Whether a unit has been in its status so long that a status check is due. */
export function welfareLevel({ status, statusSince }: Standing, now: number): WelfareLevel {
  const minutes = (now - Date.parse(statusSince)) / MINUTE
  if (minutes >= (STATUS_RED_MINUTES[status] ?? Infinity)) return 'red'
  return minutes >= (STATUS_AMBER_MINUTES[status] ?? Infinity) ? 'amber' : 'fine'
}

/** 'On scene for more than 30 minutes: ask for a status check'; empty otherwise. */
export function welfareWords({ status }: Pick<Standing, 'status'>, level: WelfareLevel): string | undefined {
  if (level === 'fine') return undefined
  const minutes = (level === 'red' ? STATUS_RED_MINUTES : STATUS_AMBER_MINUTES)[status]
  const advice = level === 'red' ? 'ask for a status check now' : 'a status check is due'
  return `${statusWord(status)} for more than ${minutes} minutes: ${advice}`
}

const RANK: Readonly<Record<WelfareLevel, number>> = { fine: 0, amber: 1, red: 2 }

/** Units in the field: dispatchers and civilians need no status checks. */
const isInField = ({ unitClass }: PatrolUnit) => unitClass === UNIT_CLASS.Leo || unitClass === UNIT_CLASS.Fire

/** The units due for a status check, most overdue first. */
export const overdueUnits = (units: Iterable<PatrolUnit>, now: number): PatrolUnit[] =>
  [...units]
    .filter((unit) => STATUS_AMBER_MINUTES[unit.status] !== undefined && isInField(unit))
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
