import type { Correction, PatrolDetail, PatrolGap } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { dateTime } from '../../../../platform/format/dates.ts'
import classes from './PatrolTimeline.module.css'
import { gapWords, lengthWords, spanWords } from './timeline.ts'

type GapNoteProps = {
  gap: PatrolGap
  absences: PatrolDetail['absences']
  /** Asks that absences count, and waits. */
  asked: Correction | undefined
  actions: ReactNode
}

/** A time without presence: how long, whether it counts, and why. */
export function GapNote({ gap, absences, asked, actions }: GapNoteProps) {
  const isOpen = gap.decided === null && !gap.isCounted
  return (
    <div className={classes.gap} data-open={isOpen || undefined}>
      <p>
        <strong>{lengthWords(gap.startedAt, gap.endedAt)} not in the game</strong>, {spanWords(gap.startedAt, gap.endedAt)}.{' '}
        {gapWords(gap, absences)}
      </p>
      {asked && gap.decided === null && (
        <p>
          {asked.askedBy.name} asks to count it, {dateTime(asked.askedAt)}: {asked.reason}
        </p>
      )}
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}
