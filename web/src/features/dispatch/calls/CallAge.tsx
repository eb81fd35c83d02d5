import type { Call } from '@tenfour/contract'
import { useClock } from '../../../platform/format/clock.ts'
import { elapsed } from '../../../platform/format/durations.ts'
import { ageTone } from './call-age.ts'
import classes from './CallAge.module.css'

type CallAgeProps = { call: Pick<Call, 'priority' | 'status' | 'createdAt' | 'clearedAt'> }

/** A call's age, in amber and then red while it waits for a unit; its duration once it is over. */
export function CallAge({ call }: CallAgeProps) {
  const created = Date.parse(call.createdAt)
  const ended = call.clearedAt === null ? null : Date.parse(call.clearedAt)
  const age = useClock((now) => elapsed((ended ?? now) - created))
  const tone = useClock((now) => ageTone(call, now))
  return (
    <span className={classes.age} data-tone={tone}>
      {age}
    </span>
  )
}

/** The time elapsed since an instant. */
export function Since({ instant }: { instant: string }) {
  const start = Date.parse(instant)
  return useClock((now) => elapsed(now - start))
}
