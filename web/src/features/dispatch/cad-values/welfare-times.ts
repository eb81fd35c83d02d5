import {
  STATUS_AMBER_MINUTES,
  STATUS_RED_MINUTES,
  UnitStatus,
  type CadValueOf,
  type CallPriority,
  type PatrolUnit,
} from '@tenfour/contract'
import { statusOf } from '../../../ui/unit-status.ts'

/** Minutes in a status after which a unit is due for a status check: shown in amber, then in red. */
export type WelfareTime = {
  readonly statuses: readonly number[]
  /** Of the unit's call; none for any, and for units without a call. */
  readonly priorities: readonly CallPriority[]
  readonly amber: number
  readonly red: number
}

/** As the portal comes, until the community's are loaded. */
const SHIPPED: readonly WelfareTime[] = [...UnitStatus.values].flatMap((status) => {
  const [amber, red] = [STATUS_AMBER_MINUTES[status], STATUS_RED_MINUTES[status]]
  return amber === undefined || red === undefined ? [] : [{ statuses: [status], priorities: [], amber, red }]
})

let times = SHIPPED

export function keepWelfareTimes(values: readonly CadValueOf<'welfare-time'>[]): void {
  times = values.length > 0 ? values.filter(({ isRetired }) => !isRetired).map(({ content }) => content) : SHIPPED
}

/** The first time in the list for the status of a unit, of the community's own or what it counts as, and the priority of its call. */
export const welfareTimeFor = (
  unit: Pick<PatrolUnit, 'status' | 'statusId'>,
  priority: CallPriority | undefined,
): WelfareTime | undefined =>
  times.find(
    ({ statuses, priorities }) =>
      (statuses.includes(statusOf(unit)) || statuses.includes(unit.status)) &&
      (priorities.length === 0 || (priority !== undefined && priorities.includes(priority))),
  )
