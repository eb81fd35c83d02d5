import type { Call, CallPriority } from '@tenfour/contract'
import { useClock } from '../../../platform/format/clock.ts'
import { elapsed } from '../../../platform/format/durations.ts'

type CallAgeProps = { call: Pick<Call, 'priority' | 'status' | 'createdAt' | 'clearedAt'> }

/** A call's age, in amber and then red while it waits for a unit; its duration once it is over. */
export function CallAge({ call }: CallAgeProps) {
  const created = Date.parse(call.createdAt)
  const ended = call.clearedAt === null ? null : Date.parse(call.clearedAt)
  const age = useClock((now) => elapsed((ended ?? now) - created))
  const tone = useClock((now) => ageTone(call, now))
  return (
    <span className="mono-tiny" data-level={tone}>
      {age}
    </span>
  )
}

/** The time elapsed since an instant. */
export function Since({ instant }: { instant: string }) {
  const start = Date.parse(instant)
  return useClock((now) => elapsed(now - start))
}

type AgeTone = 'calm' | 'amber' | 'red'

const MINUTE = 60_000
/** How long a call may wait for a unit before it turns amber, then red. */
const WAIT_LIMITS: Readonly<Record<CallPriority, { readonly amber: number; readonly red: number }>> = {
  1: { amber: MINUTE, red: 3 * MINUTE },
  2: { amber: MINUTE, red: 3 * MINUTE },
  3: { amber: 5 * MINUTE, red: 15 * MINUTE },
  4: { amber: 5 * MINUTE, red: 15 * MINUTE },
}

/** Only a call that waits for a unit is coloured by age. */
export function ageTone({ priority, status, createdAt }: Pick<Call, 'priority' | 'status' | 'createdAt'>, now: number): AgeTone {
  if (status !== 'pending') return 'calm'
  const waited = now - Date.parse(createdAt)
  const { amber, red } = WAIT_LIMITS[priority]
  if (waited >= red) return 'red'
  return waited >= amber ? 'amber' : 'calm'
}
