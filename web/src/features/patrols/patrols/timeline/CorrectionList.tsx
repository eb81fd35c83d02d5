import type { Correction } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { dateTime } from '../../../../platform/format/dates.ts'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { correctionWords } from '../patrol.labels.ts'
import classes from './PatrolTimeline.module.css'
import { correctionChanges } from './timeline.ts'

type CorrectionListProps = { corrections: readonly Correction[]; actions?: ((correction: Correction) => ReactNode) | undefined }

/** Every correction that was asked for, and what was decided; newest first. */
export function CorrectionList({ corrections, actions }: CorrectionListProps) {
  if (corrections.length === 0) return null
  return (
    <section>
      <h3 className={classes.title}>Corrections</h3>
      <ul className={classes.corrections}>
        {corrections
          .toSorted((a, b) => b.correctionId - a.correctionId)
          .map((correction) => (
            <li key={correction.correctionId}>
              <CorrectionEntry correction={correction} />
              {actions?.(correction)}
            </li>
          ))}
      </ul>
    </section>
  )
}

function CorrectionEntry({ correction }: { correction: Correction }) {
  const { askedBy, askedAt, reason, state, decided } = correction
  const { tone, words } = correctionWords(state)
  return (
    <>
      <p className={classes.correctionHead}>
        <StatusBadge tone={tone} variant="soft">
          {words}
        </StatusBadge>
        <span className="muted">
          {askedBy.name}, {dateTime(askedAt)}
        </span>
      </p>
      <p>{correctionChanges(correction).join('. ')}.</p>
      <blockquote className={classes.quote}>{reason}</blockquote>
      {decided && (
        <p>
          {words} by {decided.by.name}, {dateTime(decided.at)}
          {decided.note !== '' && `: ${decided.note}`}
        </p>
      )}
    </>
  )
}
