import type { Correction } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { dateTime } from '../../../../platform/format/dates.ts'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { correctionWords } from '../patrol.labels.ts'
import { classNames, Row, Stack } from '../../../../ui/layout.tsx'
import classes from './PatrolTimeline.module.css'
import { correctionChanges } from './timeline.ts'

type CorrectionListProps = { corrections: readonly Correction[]; actions?: ((correction: Correction) => ReactNode) | undefined }

/** Every correction that was asked for, and what was decided; newest first. */
export function CorrectionList({ corrections, actions }: CorrectionListProps) {
  if (corrections.length === 0) return null
  return (
    <section>
      <h3 className={classes.title}>Corrections</h3>
      <Stack as="ul" gap={14}>
        {corrections
          .toSorted((a, b) => b.correctionId - a.correctionId)
          .map((correction) => (
            <Stack as="li" key={correction.correctionId} gap={6}>
              <CorrectionEntry correction={correction} />
              {actions?.(correction)}
            </Stack>
          ))}
      </Stack>
    </section>
  )
}

function CorrectionEntry({ correction }: { correction: Correction }) {
  const { askedBy, askedAt, reason, state, decided } = correction
  const { tone, words } = correctionWords(state)
  return (
    <>
      <Row as="p" align="baseline" gap="4px 10px">
        <StatusBadge tone={tone} variant="soft">
          {words}
        </StatusBadge>
        <span className="muted">
          {askedBy.name}, {dateTime(askedAt)}
        </span>
      </Row>
      <p>{correctionChanges(correction).join('. ')}.</p>
      <blockquote className={classNames('written muted', classes.quote)}>{reason}</blockquote>
      {decided && (
        <p>
          {words} by {decided.by.name}, {dateTime(decided.at)}
          {decided.note !== '' && `: ${decided.note}`}
        </p>
      )}
    </>
  )
}
