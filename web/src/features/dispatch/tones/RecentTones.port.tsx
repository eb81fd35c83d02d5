import { relativeTime } from '../../../platform/format/dates.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { useBoard } from '../board/board.port.ts'
import { unitClassName } from '../units/units.port.ts'
import classes from './ToneForm.module.css'

/** The tones of the last minutes, newest first. */
export function RecentTones() {
  const tones = useBoard((state) => state.tones)
  const now = useNow(15_000)
  if (tones.length === 0) return null
  return (
    <section aria-label="Recent tones">
      <h2 className={classes.label}>Recently</h2>
      <ul className={classes.tones}>
        {tones.toReversed().map(({ toneId, classes: forClasses, message, callId, by, at }) => (
          <li key={toneId}>
            <span>
              {forClasses.map(unitClassName).join(', ')}
              {callId !== null && <span className="mono"> · {callId}</span>}
              {message && `: ${message}`}
            </span>
            <span className={classes.when}>
              {by.name}, {relativeTime(at, now)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
